import Foundation
import Pledge
import PledgeThen
import TestSupport
import Testing

private typealias Promise = PledgeThen.Promise

@Suite(.hangLimit) struct TimeTests {
  @Test func `delay delays a value, on another queue`() async throws {
    let promise = Promise(1)
    #expect(promise.delay(1_000).value == nil)
    #expect(try await promise.delay(0.01).pledge.value == 1)
    #expect(try await promise.delay(0).pledge.value == 1)
    #expect(try await promise.delay(-1).then { _ in Thread.isMainThread }.pledge.value == false)
  }

  @Test func `delay returns to the operation queue of the value`() async throws {
    let operations = OperationQueue()
    let promise = Promise<Int>()
    let isThere = promise.delay(0.01).then { _ in OperationQueue.current === operations }
    operations.addOperation { promise.fulfill(1) }
    #expect(try await isThere.pledge.value)
  }

  @Test func `an error passes a delay immediately`() {
    #expect(Promise<Int>(error: Broken()).delay(1_000).error is Broken)
  }

  @Test func `a standalone delay starts with the first consumer`() async throws {
    let delay = Promises.delay(0)
    #expect(delay.state.isDormant)
    try await delay.pledge.value
    #expect(delay.value != nil)
  }

  @Test func `timeout rejects after the limit`() async {
    let pending = Promise<Int>()
    await #expect(throws: PromiseError.timeout) { try await pending.timeout(0.01).pledge.value }
    #expect(pending.error == nil)
    await #expect(throws: PromiseError.timeout) { try await pending.timeout(0).pledge.value }
  }

  @Test func `timeout passes an outcome within the limit`() {
    #expect(Promise.resolve(1).timeout(1_000).then { $0 }.value == 1)
    #expect(Promise<Int>(error: Broken()).timeout(.infinity).then { $0 }.error is Broken)
  }

  @Test func `a timeout counts from the call, and its work starts with the first consumer`() async {
    let log = Log<String>()
    let held = Log<@Sendable (Int) -> Void>()
    let pending = Promise<Int> { resolve, _ in
      log.add("started")
      held.add(resolve)
    }
    let limited = pending.timeout(0.01)
    // This delay is not shorter and begins later, so the timer of the limit has fired by its end.
    _ = try? await Promises.delay(0.02).pledge.value
    #expect(log.entries.isEmpty)
    await #expect(throws: PromiseError.timeout) { try await limited.pledge.value }
    #expect(log.entries == ["started"])
  }
}
