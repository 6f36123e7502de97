#if NATS
import Foundation
import Pledge

/// Runs `body`, which blocks, on a thread of its own instead of one of Swift's or Dispatch's.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) -> Promise<Value> {
  Promise { resolver in
    let thread = Thread {
      let result = Result(catching: body)
      // Consumers may block, too.
      DispatchQueue.global().async { resolver.settle(with: result) }
    }
    thread.start()
  }
}
#endif
