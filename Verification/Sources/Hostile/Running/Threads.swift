import Foundation
import Support

/// Threads that are joined, each with its own queue for jobs of the concurrency runtime.
final class Threads: Sendable {
  private let running = NSCondition()
  private let count = Guarded(0)

  /// A number that is unique among the running threads.
  static var current: UInt64 { UInt64(UInt(bitPattern: ObjectIdentifier(Thread.current))) }

  /// Runs `body` on a new thread, and then the tasks that it started.
  func start(_ body: @escaping @Sendable () -> Void) {
    count.with { $0 += 1 }
    // The thread retains its block, so the block must not retain the captures of the body.
    let work = Guarded<(@Sendable () -> Void)?>(body)
    let thread = Thread { [self] in
      Tasks.held { work.with { $0.take() }?() }
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
