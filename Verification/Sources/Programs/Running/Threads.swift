internal import COracle
import Dispatch
import Foundation

/// Threads that are joined, each with its own queue for jobs of the concurrency runtime.
package final class Threads: Sendable {
  private let running = NSCondition()
  private let count = Guarded(0)

  /// A number that is unique among the running threads.
  static var current: UInt64 { UInt64(UInt(bitPattern: ObjectIdentifier(Thread.current))) }

  /// A queue on which jobs run one after the other.
  static let serialQueue = DispatchQueue(label: "hostile")

  /// Whether tasks wait for the thread that made them ready, instead of running on threads of the
  /// system.
  private let holdsTasks: Bool

  init(holdsTasks: Bool) {
    self.holdsTasks = holdsTasks
  }

  /// Waits until the queues have released their blocks, and fills their caches.
  ///
  /// A thread of Dispatch keeps the memory of about a thousand blocks, which would look like a leak
  /// until all threads have that many.
  package static func drainQueues() {
    for queue in [serialQueue, .global()] {
      for _ in 0..<2_000 { queue.async {} }
      queue.sync(flags: .barrier) {}
    }
  }

  /// Runs `body`, and then the tasks that wait for this thread.
  func run(_ body: () -> Void) {
    if holdsTasks { Tasks.held(body) } else { body() }
  }

  /// Runs `body` on a new thread, and then the tasks that it started.
  func start(_ body: @escaping @Sendable () -> Void) {
    count.with { $0 += 1 }
    // The thread retains its block, so the block must not retain the captures of the body.
    let work = Guarded<(@Sendable () -> Void)?>(body)
    let thread = Thread { [self] in
      run { work.with { $0.take() }?() }
      running.lock()
      count.with { $0 -= 1 }
      running.broadcast()
      running.unlock()
    }
    thread.stackSize = 16 << 20
    thread.start()
  }

  /// Waits until no thread is running.
  func join() {
    running.lock()
    while count.with({ $0 }) > 0 { running.wait() }
    running.unlock()
  }
}

/// Runs the tasks that the current thread makes ready on that thread, in a deterministic order.
enum Tasks {
  /// Runs `body`, whose tasks wait for ``run()``, and then runs the remaining tasks.
  static func held<Output>(_ body: () -> Output) -> Output {
    oracle_hold_jobs(true)
    defer {
      run()
      oracle_hold_jobs(false)
    }
    return body()
  }

  /// Runs tasks until none can continue.
  static func run() { oracle_run_jobs() }
}
