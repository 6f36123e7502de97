import Foundation
import Pledge

/// Runs `body` within `depth` nested handlers.
@Sendable func nested(_ depth: Int, _ body: @escaping @Sendable () -> Void) {
  guard depth > 0 else { return body() }
  _ = Promise(value: 1).map { _ in nested(depth - 1, body) }
}

/// 512 KiB, or more with the address sanitizer because it pads every variable.
private let smallStack: Int = {
  let isSanitized = unsafe dlsym(dlopen(nil, RTLD_NOW), "__asan_init") != nil
  return (isSanitized ? 8 : 1) * 512 * 1_024
}()

/// Runs `work` on a thread with a stack of 512 KiB, and waits for it to end.
func onSmallStack(_ work: @escaping @Sendable () -> Void) {
  let isOver = DispatchSemaphore(value: 0)
  let thread = Thread {
    work()
    isOver.signal()
  }
  thread.stackSize = smallStack
  thread.start()
  isOver.wait()
}
