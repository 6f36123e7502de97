import Foundation
import Pledge
import PledgeFoundation
import PledgeTestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct OperationQueueTests {
  @Test func `handlers run in the queue`() async throws {
    let queue = OperationQueue()

    let promise = Promise(value: 1).map(on: queue) { _ in OperationQueue.current === queue }

    #expect(try await promise.value)
  }

  @Test func `a serial queue runs handlers in order`() async throws {
    let (queue, source, seen) = (OperationQueue(), Promise<Int>(), Locked<[Int]>([]))
    queue.maxConcurrentOperationCount = 1
    let stages = (0..<100).map { number in
      source.map(on: queue) { _ in seen.withLock { $0.append(number) } }
    }

    source.resolve(1)

    _ = try await all(stages).value
    #expect(seen.value == Array(0..<100))
  }

  @Test func `a canceled operation rejects`() async throws {
    let queue = OperationQueue()
    queue.isSuspended = true
    let promise = Promise(value: 1).map(on: queue) { $0 }

    queue.cancelAllOperations()
    queue.isSuspended = false

    await #expect(throws: BrokenPromiseError.self) { try await promise.value }
  }
}
