import Pledge
import PledgeBrightFutures
import TestSupport
import Testing

private typealias Future = PledgeBrightFutures.Future
private typealias Promise = PledgeBrightFutures.Promise

struct BridgeTests {
  @Test func `a future becomes a Pledge future with its value or its error`() async throws {
    let promise = Promise<Int, Broken>()
    let pledge: Pledge.Future<Int> = promise.future.pledge
    #expect(pledge.isPending)
    promise.success(1)
    #expect(try await pledge.value == 1)
    let failed = Future<Int, Broken>(error: Broken(number: 2)).pledge
    await #expect(throws: Broken(number: 2)) { try await failed.value }
  }

  @Test func `a Pledge future becomes a future with its value or its error`() {
    let pledge = Pledge.Promise<Int>()
    let future = Future(pledge: pledge)
    pledge.resolve(3)
    #expect(future.value == 3)
    let failed = Future(pledge: Pledge.Promise<Int>(error: Broken(number: 4)))
    #expect(failed.error as? Broken == Broken(number: 4))
  }

  @Test func `discarding the Pledge future does not affect the future`() {
    let promise = Promise<Int, Broken>()
    let mapped = promise.future.map(immediateExecutionContext) { $0 + 1 }
    let pledge = mapped.pledge.map { $0 }
    pledge.discard()
    promise.success(1)
    #expect(mapped.value == 2)
    #expect(pledge.isRejected)
  }

  @Test func `a discard in Pledge is a failure, and a broken promise stays pending`() {
    let discarded = Pledge.Promise<Int>()
    let future = Future(pledge: discarded)
    discarded.discard()
    #expect(future.error is DiscardedError)
    let broken: Future<Int, any Error>
    do {
      broken = Future(pledge: Pledge.Promise<Int>())
    }
    #expect(!broken.isCompleted)
  }

  @Test func `a broken promise becomes a BrokenPromiseError, a dropped callback a discard`() {
    let broken = Promise<Int, Broken>().future.pledge
    #expect(throws: BrokenPromiseError.self) { try broken.result?.get() }
    let token = InvalidationToken()
    token.invalidate()
    let dropped = Future<Int, Broken>(value: 1)
      .map(token.validContext(immediateExecutionContext)) { $0 }
      .pledge
    #expect(throws: DiscardedError.self) { try dropped.result?.get() }
  }

  @Test func `a Pledge future has a consumer, so its work continues`() {
    let stopped = Log<Int>()
    let work = Pledge.Promise<Int>(discard: { stopped.add(1) })
    let future = Future(pledge: work)
    let other = work.map { $0 }
    other.discard()
    #expect(stopped.entries.isEmpty)
    work.resolve(1)
    #expect(future.value == 1)
  }
}
