import Dispatch
import Pledge
import PledgeTestSupport
import Testing

@Suite(.timeLimit(.minutes(60)))
struct DispatchQueueTests {
  @Test func `a handler runs on the queue`() async throws {
    let key = DispatchSpecificKey<Int>()
    let queue = DispatchQueue(label: "handlers")
    queue.setSpecific(key: key, value: 7)

    let promise = Promise(value: 2).map(on: queue) { _ in DispatchQueue.getSpecific(key: key) }

    #expect(try await promise.value == 7)
  }

  @Test func `a suspended queue keeps the handler waiting`() async throws {
    let queue = DispatchQueue(label: "handlers")
    queue.suspend()
    let promise = Promise(value: 2).map(on: queue) { $0 + 1 }
    #expect(promise.isPending)

    queue.resume()

    #expect(try await promise.value == 3)
  }

  @Test func `a serial queue keeps the order of the handlers`() async throws {
    let queue = DispatchQueue(label: "handlers")
    let order = Log<Int>()
    let source = Promise<Int>()
    for index in 0..<100 { source.observe(on: queue) { _ in order.add(index) } }

    source.resolve(2)
    for index in 100..<200 { source.observe(on: queue) { _ in order.add(index) } }
    _ = try await source.map(on: queue) { $0 }.value

    #expect(order.entries == Array(0..<200))
  }

  @Test func `the global queue runs handlers`() async throws {
    #expect(try await Promise(value: 2).map(on: .global()) { $0 + 1 }.value == 3)
  }

  @Test func `the main queue runs handlers`() async throws {
    let isMain = Promise(value: 2).map(on: DispatchQueue.main) { _ in
      dispatchPrecondition(condition: .onQueue(.main))
      return true
    }

    #expect(try await isMain.value)
  }

  @Test func `a handler that is discarded while it is queued does not run`() async {
    let queue = DispatchQueue(label: "handlers")
    let calls = Log<Void>()
    queue.suspend()
    let promise = Promise(value: 2).map(on: queue) { _ in calls.add() }

    promise.discard()
    queue.resume()
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }

    #expect(promise.isDiscarded)
    #expect(calls.count == 0)
  }
}
