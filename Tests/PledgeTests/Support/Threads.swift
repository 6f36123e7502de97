import Dispatch
import Foundation

/// Runs `work` on a thread of its own, and waits for its end.
func onThread(_ work: @escaping @Sendable () -> Void) {
  let ended = DispatchSemaphore(value: 0)
  let held = Locked<(@Sendable () -> Void)?>(work)
  Thread.detachNewThread {
    // Gone with all it holds before anybody goes on.
    held.withLock { held in
      defer { held = nil }
      return held
    }?()
    ended.signal()
  }
  ended.wait()
}

/// The thread that calls this, to be compared.
func currentThread() -> ObjectIdentifier {
  ObjectIdentifier(Thread.current)
}

/// Waits until the main queue has done what is in it now.
func mainQueueDrained() async {
  await withCheckedContinuation { continuation in
    DispatchQueue.main.async { continuation.resume() }
  }
}

/// State that only the main actor may touch, to be filled by handlers that run there.
@MainActor
final class Screen {
  var lines: [String] = []
}

/// Runs `work` that often, on several threads at once, and waits for the end.
func concurrently(_ times: Int, _ work: @Sendable (Int) -> Void) {
  DispatchQueue.concurrentPerform(iterations: times, execute: work)
}
