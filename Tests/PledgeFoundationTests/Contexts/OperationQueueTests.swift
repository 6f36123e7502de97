import Foundation
import Pledge
import PledgeFoundation
import PledgeTestSupport
import Testing

@Suite(.hangLimit) struct OperationQueueTests {
  @Test func `handlers run in the queue`() async throws {
    let queue = OperationQueue()

    let promise = Promise(value: 1).map(on: queue) { _ in OperationQueue.current === queue }

    #expect(try await promise.value)
  }

  @Test func `consecutive stages share an operation`() async throws {
    let (queue, source, log) = (OperationQueue(), Promise<Int>(), Locked<[String]>([]))
    queue.maxConcurrentOperationCount = 1
    let first = source.map(on: queue) { _ in
      queue.addOperation { log.withLock { $0.append("other") } }
      log.withLock { $0.append("first") }
    }
    let last = first.map(on: queue) { _ in log.withLock { $0.append("second") } }
    source.resolve(1)
    try await last.value
    try await Promise(value: 1).map(on: queue) { _ in }.value

    #expect(log.value == ["first", "second", "other"])
  }

  @Test func `a queue that a handler suspends keeps the next handler waiting`() async throws {
    let (queue, log) = (OperationQueue(), Locked<[String]>([]))
    queue.maxConcurrentOperationCount = 1
    let first = Promise(value: 1).map(on: queue) { _ in
      queue.isSuspended = true
      queue.addOperation { log.withLock { $0.append("other") } }
    }
    let last = first.map(on: queue) { _ in log.withLock { $0.append("last") } }
    // The operation may still be running when its promise is settled.
    while first.isPending || queue.operations.contains(where: \.isExecuting) { await Task.yield() }
    queue.isSuspended = false
    try await last.value

    #expect(log.value == ["other", "last"])
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
