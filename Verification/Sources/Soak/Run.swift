import Dispatch
import Foundation
import Pledge

/// A run: for a given time, two threads repeatedly start operations and wait until all have ended.
///
/// The allocated memory is sampled while nothing runs, and must not grow.
struct Run {
  /// The time in seconds for which operations are started before all have to end.
  private static let interval = 0.5
  /// The maximum number of operations that run at a time.
  private static let slots = 256
  /// The number of seconds without any event after which a run counts as hanging.
  private static let hangTimeout = 30
  /// The number of bytes by which the memory allocated while nothing runs may grow from the first
  /// half of a run to the second.
  ///
  /// Threads of Dispatch come and go, and each keeps up to 64 KiB for blocks. The longer the run,
  /// the smaller the leak that this can hide.
  static let allowedGrowth = 1 << 20

  let ledger: Ledger
  private let environment = Environment()
  private(set) var samples: [Trend.Sample] = []
  private(set) var resident: [Int] = []

  init(seed: UInt64, kinds: [Kind]) {
    ledger = Ledger(seed: seed, kinds: kinds, slots: Run.slots)
    handleBrokenPromises()
    watch()
  }

  /// Whether the memory has grown by more than is allowed.
  var grows: Bool { Trend(of: samples).growth.map { $0.amount > Run.allowedGrowth } ?? false }

  mutating func go(for time: TimeInterval) {
    let end = Date(timeIntervalSinceNow: time)
    while Date() < end {
      work(until: min(end, Date(timeIntervalSinceNow: Run.interval)))
      sample()
    }
  }

  /// Starts operations on two threads, and waits until all have ended.
  private func work(until end: Date) {
    DispatchQueue.concurrentPerform(iterations: 2) { [ledger, environment] _ in
      while Date() < end {
        var (operation, random) = ledger.begin()
        operation.kind.begin(operation, in: environment, &random)
      }
    }
    while !ledger.isIdle { usleep(1_000) }
    environment.settleSharedPromise()
    environment.limited.drained().observe { [ledger] outcome in
      ledger.note(OutcomeKind(of: outcome))
    }
    environment.drainQueues()
  }

  private mutating func sample() {
    // The thread on which an operation ended may still be releasing it.
    usleep(10_000)
    if let live = Memory.live { samples.append((ledger.begun, live)) }
    if let now = Memory.resident { resident.append(now) }
  }

  /// Fails the run on an unhandled rejection.
  ///
  /// Each rejection has a handler. Broken promises are the exception: they are also reported when
  /// handled.
  private func handleBrokenPromises() {
    UnhandledRejections.handle { [ledger] report in
      if !(report.error is BrokenPromiseError) { ledger.violation("unhandled: \(report)") }
    }
  }

  /// Ends the process if there are no more events.
  private func watch() {
    Thread.detachNewThread { [ledger] in
      var events = ledger.events
      while true {
        sleep(UInt32(Run.hangTimeout))
        if ledger.events == events { ledger.hang(after: Run.hangTimeout) }
        events = ledger.events
      }
    }
  }
}
