import Dispatch
import Foundation

/// Runs `work` on a new thread and waits for it to end.
func onThread(_ work: @escaping @Sendable () -> Void) {
  let ended = DispatchSemaphore(value: 0)
  let held = Locked<(@Sendable () -> Void)?>(work)
  Thread.detachNewThread {
    // Release the closure and its captures before the caller continues.
    held.withLock { held in
      defer { held = nil }
      return held
    }?()
    ended.signal()
  }
  ended.wait()
}

/// Returns the identity of the calling thread.
func currentThread() -> ObjectIdentifier {
  ObjectIdentifier(Thread.current)
}

/// Waits until the main queue has run all currently enqueued work.
func mainQueueDrained() async {
  await withCheckedContinuation { continuation in
    DispatchQueue.main.async { continuation.resume() }
  }
}

/// Main-actor state for handlers to modify.
@MainActor
final class Screen {
  var lines: [String] = []
}

/// Runs `work` `times` times on several threads concurrently, and waits for it to end.
func concurrently(_ times: Int, _ work: @Sendable (Int) -> Void) {
  DispatchQueue.concurrentPerform(iterations: times, execute: work)
}
