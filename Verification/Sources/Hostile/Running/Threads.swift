import Foundation
import Support

/// Threads that are joined, each with a queue of its own for the jobs of the concurrency runtime.
final class Threads: Sendable {
  private let running = NSCondition()
  private let count = Guarded(0)

  /// A number that no two running threads share.
  static var current: UInt64 { UInt64(UInt(bitPattern: ObjectIdentifier(Thread.current))) }

  /// Runs `body` on a new thread, then the tasks that it started.
  func start(_ body: @escaping @Sendable () -> Void) {
    count.with { $0 += 1 }
    // The thread keeps its block, which must not keep what the body captures.
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

  /// Waits until no thread runs.
  func join() {
    running.lock()
    while count.with({ $0 }) > 0 { running.wait() }
    running.unlock()
  }
}
