import Dispatch
import PledgePromiseKit
import TestSupport
import Testing

// Handlers without a queue run synchronously. Runs on the main actor, so that the main queue waits
// for the test.
extension PromiseKitTests {
  @MainActor @Suite struct Zalgo {
    @Test func `without a queue, handlers of a settled promise run before the call returns`() {
      let calls = Log<String>()
      let fine = Promise.value(1)
      let failed = Promise<Int>(error: Problem.first)
      #expect(fine.map(on: nil) { $0 + 1 }.value == 2)
      #expect(fine.then(on: nil) { Promise.value($0 + 2) }.value == 3)
      #expect(fine.compactMap(on: nil) { $0 + 3 }.value == 4)
      #expect(fine.done(on: nil) { _ in }.isFulfilled)
      #expect(fine.get(on: nil) { calls.add("get \($0)") }.value == 1)
      #expect(fine.tap(on: nil) { _ in calls.add("tap") }.value == 1)
      #expect(fine.ensure(on: nil) { calls.add("ensure") }.value == 1)
      failed.catch(on: nil) { _ in calls.add("catch") }.finally(on: nil) { calls.add("finally") }
      #expect(failed.recover(on: nil) { _ in Promise.value(5) }.value == 5)
      #expect(failed.recover(on: nil) { _ in Guarantee.value(6) }.value == 6)
      fine.pipe { _ in calls.add("pipe") }
      #expect(calls.entries == ["get 1", "tap", "ensure", "catch", "finally", "pipe"])
    }

    @Test func `without a queue, a handler that returns the promise of itself rejects it`() {
      let (source, seal) = Promise<Int>.pending()
      let held = Locked<Promise<Int>?>(nil)
      let promise = source.then(on: nil) { _ in held.value ?? .value(0) }
      held.withLock { $0 = promise }
      seal.fulfill(1)
      guard case PMKError.returnedSelf? = promise.error else {
        return #expect(Bool(false), "\(promise)")
      }
    }

    @Test func `a handler may return the promise that it is a handler of`() {
      let source = Promise.value(1)
      #expect(source.then(on: nil) { _ in source }.value == 1)
      let failed = Promise<Int>(error: Problem.first)
      #expect(problem(failed.recover(on: nil) { _ in failed }.error) == .first)
    }

    @Test func `a branch that does not match is passed on without the queue`() {
      let failed = Promise<Int>(error: Problem.first)
      #expect(failed.map { $0 }.isRejected)
      #expect(failed.then { Promise.value($0) }.isRejected)
      #expect(failed.done { _ in }.isRejected)
      #expect(failed.get { _ in }.isRejected)
      #expect(failed.compactMap { $0 }.isRejected)
      #expect(Promise.value(1).recover { _ in Promise.value(2) }.isFulfilled)
      #expect(Promise.value(1).recover { _ in Guarantee.value(2) }.isResolved)
      #expect(Promise<Int>(error: PMKError.cancelled).recover { _ in Promise.value(2) }.isRejected)
      let calls = Locked(0)
      Promise.value(1).catch { _ in }.finally(on: nil) { calls.withLock { $0 += 1 } }
      Promise<Int>(error: PMKError.cancelled).catch { _ in }
        .finally(on: nil) { calls.withLock { $0 += 1 } }
      #expect(calls.value == 2)
    }

    @Test func `a branch that matches goes through the queue, even if the promise is settled`()
      async
    {
      #expect(Promise.value(1).map { $0 }.isPending)
      #expect(Promise.value(1).tap { _ in }.isPending)
      #expect(Promise.value(1).ensure {}.isPending)
      #expect(Promise<Int>(error: Problem.first).recover { _ in Promise.value(2) }.isPending)
      #expect(Guarantee.value(1).map { $0 }.isPending)
      await mainQueueDrained()
    }
  }
}
