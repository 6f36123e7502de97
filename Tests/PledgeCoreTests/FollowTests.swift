import Pledge
import PledgeCore
import PledgeTestSupport
import Testing

/// Tests of the promises that a handler of a settled promise may return instead of a stage.
@Suite struct FollowTests {
  @Test func `a fulfilled promise replaces the stage, even if it has waited for another one`() {
    let inner = Promise<Int>()
    let waiting = Promise(value: 1).flatMap { _ in inner }
    inner.resolve(2)

    for promise in [waiting, inner, Promise(value: 3)] {
      #expect(promise.replacement(as: Promise<Int>.self) === promise)
    }
  }

  @Test func `a pending or rejected promise replaces no stage`() {
    for promise in [Promise<Int>(), Promise(error: Broken())] {
      #expect(promise.replacement(as: Promise<Int>.self) == nil)
      promise.ignoringErrors()
    }
  }

  @Test func `a lazy promise replaces no stage, because its class differs`() {
    let inner = Promise<Int>()
    let lazy = [LazyPromise { inner }, LazyPromise { Promise(value: 2) }]
    for promise in lazy { promise.observe { _ in } }
    inner.resolve(1)

    for promise in lazy {
      #expect(promise.isFulfilled)
      #expect(promise.replacement(as: Promise<Int>.self) == nil)
    }
  }
}
