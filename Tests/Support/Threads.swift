import Dispatch
import Foundation

/// Work that runs on a new thread.
package final class Spawned: Sendable {
  private let ended = DispatchSemaphore(value: 0)

  /// Starts `work` on a thread with the given stack size, or with that of the platform.
  package init(stackSize: Int? = nil, _ work: @escaping @Sendable () -> Void) {
    let held = Locked<(@Sendable () -> Void)?>(work)
    let thread = Thread { [ended] in
      // Release the closure and its captures before the caller continues.
      held.withLock { held in
        defer { held = nil }
        return held
      }?()
      ended.signal()
    }
    if let stackSize { thread.stackSize = stackSize }
    thread.start()
  }

  /// Waits until the work has ended.
  ///
  /// Call this at most once.
  package func join() { ended.wait() }
}

/// Returns the identity of the calling thread.
package func currentThread() -> ObjectIdentifier { ObjectIdentifier(Thread.current) }

/// Runs `work` on a new thread, and blocks the caller until it has ended.
package func onThread(_ work: @escaping @Sendable () -> Void) {
  Spawned(work).join()
}

/// Runs `work` on a new thread without blocking the caller's thread.
///
/// Use this for work that blocks its thread: there are few threads for tasks, and tests that block
/// them all wait forever.
///
/// - Returns: The result of `work`.
@discardableResult
package func onDetachedThread<Output: Sendable>(
  stackSize: Int? = nil,
  _ work: @escaping @Sendable () -> Output
) async -> Output {
  // The thread sanitizer sees the order of a lock, but not that of a continuation that is resumed
  // before its task has suspended.
  let order = NSLock()
  defer { order.withLock {} }
  return await withCheckedContinuation { continuation in
    _ = Spawned(stackSize: stackSize) {
      let output = work()
      order.withLock {}
      continuation.resume(returning: output)
    }
  }
}

/// Runs `work` on a thread with a small stack without blocking the caller's thread.
///
/// - Returns: The result of `work`.
@discardableResult
package func onSmallStack<Output: Sendable>(
  _ work: @escaping @Sendable () -> Output
) async -> Output {
  await onDetachedThread(stackSize: smallStack, work)
}

/// 512 KiB, or more with the address sanitizer, because it pads every variable.
private let smallStack = (isAddressSanitized ? 8 : 1) * 512 * 1_024

/// Runs `work` on `count` threads that start together, and waits until all have ended.
///
/// - Parameters:
///   - count: The number of threads, at least 1.
///   - work: The closure to run. Receives the number of the thread, from 0.
package func onThreads(_ count: Int, _ work: @escaping @Sendable (_ thread: Int) -> Void) async {
  let ready = DispatchGroup()
  for _ in 0..<count { ready.enter() }
  await withTaskGroup(of: Void.self) { group in
    for number in 0..<count {
      group.addTask {
        await onSmallStack {
          ready.leave()
          ready.wait()
          work(number)
        }
      }
    }
  }
}

/// Runs `work` with each number from 0 to below `count`, concurrently on several threads, and waits
/// for all calls to end.
package func concurrently(_ count: Int, _ work: @Sendable (Int) -> Void) {
  DispatchQueue.concurrentPerform(iterations: count, execute: work)
}

/// Yields often enough for other tasks to make progress.
///
/// After each yield, all tasks that could go on before have had a turn. More turns find no more,
/// and each takes long while many tests run.
package func othersGoOn() async {
  for _ in 0..<20 { await Task.yield() }
}

/// Lets other threads run.
package func yieldThread() {
  #if os(Windows)
  Thread.sleep(forTimeInterval: 0.001)
  #else
  sched_yield()
  #endif
}
