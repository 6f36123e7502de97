import Dispatch

/// Runs `body` with each number, concurrently on several threads.
func concurrently(_ count: Int, _ body: @Sendable (Int) -> Void) {
  DispatchQueue.concurrentPerform(iterations: count, execute: body)
}
