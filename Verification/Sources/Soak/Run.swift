import Dispatch
import Foundation
import Pledge

/// A run: two threads that begin operations, again and again until all of them have ended, for some
/// time.
///
/// While nothing is under way, what is allocated is sampled: that has to stay the same.
struct Run {
  /// How long operations are begun before all have to end.
  private static let interval = 0.5
  /// So many may be under way at a time.
  private static let places = 256
  /// Without any event for so many seconds, it hangs.
  private static let patience = 30
  /// So many bytes more may be allocated while nothing is under way in the second half of a run than
  /// in the first.
  ///
  /// Threads of Dispatch come and go, and each keeps up to 64 KiB for blocks. The longer the run, the
  /// less of a leak that hides.
  static let room = 1 << 20

  let ledger: Ledger
  private let world = World()
  private(set) var samples: [Trend.Sample] = []
  private(set) var resident: [Int] = []

  init(seed: UInt64, kinds: [Kind]) {
    ledger = Ledger(seed: seed, kinds: kinds, places: Run.places)
    handleBrokenPromises()
    watch()
  }

  /// Whether more is allocated than there is room for.
  var grows: Bool { Trend(of: samples).growth.map { $0.amount > Run.room } ?? false }

  mutating func go(for time: TimeInterval) {
    let end = Date(timeIntervalSinceNow: time)
    while Date() < end {
      work(until: min(end, Date(timeIntervalSinceNow: Run.interval)))
      sample()
    }
  }

  /// Begins operations on two threads, and waits until all have ended.
  private func work(until end: Date) {
    DispatchQueue.concurrentPerform(iterations: 2) { [ledger, world] _ in
      while Date() < end {
        var (errand, lottery) = ledger.begin()
        errand.kind.begin(errand, in: world, &lottery)
      }
    }
    while !ledger.isIdle { usleep(1_000) }
    world.dissolveMeeting()
    world.limited.drained().observe { [ledger] outcome in ledger.note(End(of: outcome)) }
    world.settleDown()
  }

  private mutating func sample() {
    // What has ended may still be let go of by the thread on which it has.
    usleep(10_000)
    if let live = Memory.live { samples.append((ledger.begun, live)) }
    if let now = Memory.resident { resident.append(now) }
  }

  /// A rejection that nobody hears of is a mistake: each has its handler, apart from losses, of which
  /// also is told who hears of them.
  private func handleBrokenPromises() {
    UnhandledRejections.handle { [ledger] report in
      if !(report.error is BrokenPromiseError) { ledger.violation("nobody has heard of \(report)") }
    }
  }

  /// Ends the process if nothing happens any more.
  private func watch() {
    Thread.detachNewThread { [ledger] in
      var events = ledger.events
      while true {
        sleep(UInt32(Run.patience))
        if ledger.events == events { ledger.hang(after: Run.patience) }
        events = ledger.events
      }
    }
  }
}
