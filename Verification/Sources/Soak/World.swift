import Dispatch
import Pledge
import Support

/// Long-lived objects that operations share, such as queues.
final class World: Sendable {
  static let limit = 3

  let serial: [DispatchQueue] = (0..<3).map { DispatchQueue(label: "soak.\($0)") }
  let limited = PromiseQueue(limit: World.limit)
  let flights = SingleFlight<Int, Int>(expiry: .milliseconds(2), limit: 8)
  /// Settled once all operations that may join have done so.
  private let crowd = Guarded(Promise<Int>())

  /// A promise that many consumers observe, and that is settled after most have detached.
  var meeting: Promise<Int> { crowd.with { $0 } }

  /// Settles the shared promise and creates a new one.
  func dissolveMeeting() {
    let next = Promise<Int>()
    let last = crowd.with { crowd in
      defer { crowd = next }
      return crowd
    }
    last.resolve(World.answer)
  }

  /// The value of the shared promise.
  static let answer = 42

  /// Runs `work` on a random queue.
  func somewhere(_ lottery: inout Lottery, _ work: @escaping @Sendable () -> Void) {
    queue(&lottery).async(execute: work)
  }

  /// Returns a random queue: one of the serial ones, or the global one.
  func queue(_ lottery: inout Lottery) -> DispatchQueue {
    lottery.hits(oneIn: 2) ? .global() : serial[lottery.draw(0...serial.count - 1)]
  }

  /// Waits until the queues have released their blocks, and fills their caches.
  ///
  /// A thread of Dispatch keeps the memory of about a thousand blocks, which would look like a leak
  /// until all threads have that many.
  func settleDown() {
    for queue in serial + [.global()] {
      for _ in 0..<2_000 { queue.async {} }
      queue.sync(flags: .barrier) {}
    }
  }
}
