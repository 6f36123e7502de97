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
    for _ in 0..<count { Thread { [self] in while let next = next() { next() } }.start() }
  }

  /// Runs `body` on one of the threads; consumers run on a global queue.
  func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) -> Promise<Value> {
    Promise { resolver in
      let call = { @Sendable in
        let result = Result(catching: body)
        DispatchQueue.global().async { resolver.settle(with: result) }
      }
      work.withLock { $0.append(call) }
      available.signal()
    }
  }

  /// Ends the threads, after the work that they have.
  func close() { for _ in 0..<count { available.signal() } }

  private func next() -> (@Sendable () -> Void)? {
    available.wait()
    return work.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }
}
#endif
