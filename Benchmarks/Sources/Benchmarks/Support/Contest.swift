import Foundation
import Synchronization

/// Two threads in lockstep: one repeatedly creates and settles an object while the other attaches
/// four handlers to it.
enum Contest {
  static let attachments = 4

  /// Runs `rounds` rounds and returns the sum recorded by the handlers.
  ///
  /// - Parameters:
  ///   - rounds: The number of objects to create.
  ///   - patience: The time to wait for handlers that run later, on another thread.
  ///   - create: Creates an object.
  ///   - settle: Settles it with 1.
  ///   - attach: Attaches a handler that records a number for each value it receives. Its result is
  ///     kept until the round is over.
  /// - Returns: The sum, which is ``checksum(_:)`` if every handler has run exactly once.
  static func run<Thing, Kept>(
    _ rounds: Int,
    patience: Duration = .seconds(10),
    create: () -> Thing,
    settle: (Thing) -> Void,
    attach: @escaping (Thing, Tally, _ number: Int) -> Kept
  ) -> Int {
    let tally = Tally()
    let barrier = SpinBarrier()
    // Safe: the threads access it in turns that the barrier separates.
    nonisolated(unsafe) var thing: Thing?
    nonisolated(unsafe) let attach = attach
    let other = Thread {
      for round in 0..<rounds {
        barrier.wait()
        guard let thing = unsafe thing else { return }
        let kept = (1...attachments).map { unsafe attach(thing, tally, attachments * round + $0) }
        barrier.wait()
        withExtendedLifetime(kept) {}
      }
    }
    other.start()
    for _ in 0..<rounds {
      unsafe thing = create()
      barrier.wait()
      if let thing = unsafe thing { settle(thing) }
      barrier.wait()
    }
    return tally.wait(for: checksum(rounds), patience: patience)
  }

  /// Returns the sum of the numbers of all handlers.
  ///
  /// A lost and a repeated call do not cancel out.
  static func checksum(_ rounds: Int) -> Int {
    let handlers = rounds * attachments
    return handlers * (handlers + 1) / 2
  }
}

/// A sum that any thread may add to.
final class Tally: Sendable {
  private let sum = Atomic(0)

  func add(_ number: Int) {
    sum.wrappingAdd(number, ordering: .relaxed)
  }

  /// Waits until the sum is as expected or the time is up, and returns it.
  func wait(for expected: Int, patience: Duration) -> Int {
    let deadline = ContinuousClock.now + patience
    while sum.load(ordering: .relaxed) != expected, ContinuousClock.now < deadline { sched_yield() }
    return sum.load(ordering: .relaxed)
  }
}

/// A barrier at which two threads wait for each other without sleeping.
///
/// Both leave it within nanoseconds.
final class SpinBarrier: Sendable {
  private let arrivals = Atomic(0)

  func wait() {
    let own = arrivals.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
    let both = own + own % 2
    var turns = 0
    while arrivals.load(ordering: .acquiring) < both {
      turns += 1
      if turns % 1_000 == 0 { sched_yield() }
    }
  }
}
