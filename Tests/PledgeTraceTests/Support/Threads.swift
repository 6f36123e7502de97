import Dispatch

/// Runs `body` with each number, on several threads at once.
func concurrently(_ count: Int, _ body: @Sendable (Int) -> Void) {
  DispatchQueue.concurrentPerform(iterations: count, execute: body)
}
