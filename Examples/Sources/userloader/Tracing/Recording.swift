import Foundation
import Pledge
import PledgeTrace

/// The record of a run, if one is asked for with `--trace` or `--explain`.
struct Recording: Sendable {
  private let recorder: TraceRecorder?

  /// Records from now on, or never.
  init(isWanted: Bool) {
    recorder = isWanted ? TraceRecorder(title: "userloader") : nil
    recorder?.start()
  }

  /// What was recorded so far; `nil` if nobody wants to know.
  var trace: Trace? { recorder?.trace }

  /// Writes what the promises of `users` did to `output`, and what was pending at Ctrl-C.
  func explain(_ users: [RecordedUser], pending: Trace?) {
    guard let trace = recorder?.trace else { return }
    print(trace.text)
    if let pending { print(pending.pending) }
  }

  /// Writes the trace to `file` if there is one, and says so.
  ///
  /// - Returns: Whether there is nothing to complain about.
  func written(to file: TraceFile?) -> Bool {
    recorder?.stop()
    guard let file, let trace = recorder?.trace else { return true }
    do {
      try file.write(trace)
      print("trace       \(file.path)")
      return true
    } catch {
      FileHandle.standardError.write(Data("Error: \(error)\n".utf8))
      return false
    }
  }
}

/// A user, and the number of the promise for it.
struct RecordedUser: Sendable {
  let id: Int
  let promise: PromiseID
}
