#if NATS
import Foundation
import Pledge
import Synchronization

/// Threads for calls that block, which would take those of Swift's and Dispatch's pools.
final class Threads: Sendable {
  private let count: Int
  private let work = Mutex<[@Sendable () -> Void]>([])
  private let available = DispatchSemaphore(value: 0)

  init(_ count: Int) {
    self.count = count
    for _ in 0..<count {
      let thread = Thread { [self] in while let next = next() { next() } }
      thread.stackSize = 512 * 1024
      thread.start()
    }
  }

  /// Runs `body` on one of the threads; consumers run on a global queue.
  func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) -> Promise<Value> {
    Promise { resolver in
      work.withLock { work in
        work.append {
          let result = Result(catching: body)
          DispatchQueue.global().async { resolver.settle(with: result) }
        }
      }
      available.signal()
    }
  }

  /// Ends the threads, after the work that they have.
  func close() {
    for _ in 0..<count { available.signal() }
  }

  private func next() -> (@Sendable () -> Void)? {
    available.wait()
    return work.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }
}
#endif
