import Dispatch
import Pledge
import Support

/// Long-lived objects that operations share, such as queues.
final class Environment: Sendable {
  static let limit = 3

  let serial: [DispatchQueue] = (0..<3).map { DispatchQueue(label: "soak.\($0)") }
  let limited = PromiseQueue(limit: Environment.limit)
  let flights = SingleFlight<Int, Int>(expiry: .milliseconds(2), limit: 8)
  /// The shared promise, settled once all operations that may observe it have done so.
  private let current = Guarded(Promise<Int>())

  /// A promise that many consumers observe, and that is settled after most of them have detached.
  var sharedPromise: Promise<Int> { current.with { $0 } }

  /// Settles the shared promise and creates a new one.
  func settleSharedPromise() {
    let next = Promise<Int>()
    let last = current.with { current in
      defer { current = next }
      return current
    }
    last.resolve(Environment.answer)
  }

  /// The value of the shared promise.
  static let answer = 42

  /// Runs `work` on a random queue.
  func onRandomQueue(_ random: inout RandomChoices, _ work: @escaping @Sendable () -> Void) {
    queue(&random).async(execute: work)
  }

  /// Returns a random queue: one of the serial ones, or the global one.
  func queue(_ random: inout RandomChoices) -> DispatchQueue {
    random.chance(oneIn: 2) ? .global() : serial[random.draw(0...serial.count - 1)]
  }

  /// Waits until the queues have released their blocks, and fills their caches.
  ///
  /// A thread of Dispatch keeps the memory of about a thousand blocks, which would look like a leak
  /// until all threads have that many.
  func drainQueues() {
    for queue in serial + [.global()] {
      for _ in 0..<2_000 { queue.async {} }
      queue.sync(flags: .barrier) {}
    }
  }
}
