import Foundation
import Jobs
import Pledge
import Synchronization

/// What happened during a run.
final class Tally: Sendable {
  private struct Counts {
    var tenths = 0
    var failed = 0
    var late = 0
  }

  private let counts = Mutex(Counts())

  /// Counts a failed attempt, and returns whether another one may succeed.
  func count(_ error: any Error) -> Bool {
    counts.withLock { counts in
      if error is TimeoutError { counts.late += 1 }
      if error is JobError { counts.failed += 1 }
    }
    return error is TimeoutError || error is JobError
  }

  /// Prints a line for each tenth of a run.
  func show(_ fraction: Double, of items: Int) {
    let tenths = Int(fraction * 10)
    let isNew = counts.withLock { counts in
      defer { counts.tenths = max(tenths, counts.tenths) }
      return tenths > counts.tenths
    }
    guard isNew else { return }
    print("\(Int((fraction * Double(items)).rounded())) of \(items)")
    // A pipe would buffer it.
    fflush(nil)
  }

  func report(items: Int, wrong: [Int], killed: Int, of workers: Int, time: Duration) -> String {
    let counts = counts.withLock { $0 }
    let seconds = (time / .seconds(1) * 10).rounded() / 10
    return """
      right       \(items - wrong.count) of \(items)\(wrong.first.map { ", the first wrong one is item \($0)" } ?? "")
      attempts    \(counts.failed) failed and \(counts.late) took too long; each was followed by another
      workers     \(workers == 0 ? "not started by this run" : "\(workers), of which \(killed) were killed")
      time        \(seconds) s
      """
  }
}
