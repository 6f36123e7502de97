import Foundation
import Pledge

/// Runs `body` that deep in handlers.
@Sendable func nested(_ depth: Int, _ body: @escaping @Sendable () -> Void) {
  guard depth > 0 else { return body() }
  _ = Promise(value: 1).map { _ in nested(depth - 1, body) }
}

/// Runs `work` on a thread with a stack of 512 KiB, and waits for its end.
func onSmallStack(_ work: @escaping @Sendable () -> Void) {
  let isOver = DispatchSemaphore(value: 0)
  let thread = Thread {
    work()
    isOver.signal()
  }
  thread.stackSize = 512 * 1_024
  thread.start()
  isOver.wait()
}
