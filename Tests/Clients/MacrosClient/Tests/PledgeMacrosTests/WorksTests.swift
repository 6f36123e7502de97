import Pledge
import TestSupport
import Testing

@testable import Wrapped

@Suite struct WorksTests {
  let works = Works()
  let kept = Kept()
  let cancelled = Count()

  @Test func `discarding the promise, or detaching its last consumer, cancels the returned work`()
    async
  {
    let promise = works.transfer(kept.keep, cancelled: cancelled.up)
    #expect(cancelled.value == 0)
    promise.discard()
    #expect(cancelled.value == 1)
    await #expect(throws: DiscardedError.self) { try await promise.value }
    works.transfer(kept.keep, cancelled: cancelled.up).map { $0 + 1 }.discard()
    #expect(cancelled.value == 2)
  }

  @Test(arguments: [false, true])
  func `after an outcome, even an immediate one, discarding does not cancel the returned work`(
    isImmediate: Bool
  ) async throws {
    let promise = works.transfer({ isImmediate ? $0(5) : kept.keep($0) }, cancelled: cancelled.up)
    if !isImmediate { kept.call(5) }
    promise.discard()
    #expect(try await promise.value == 5)
    #expect(cancelled.value == 0)
  }

  @Test func `returned work is retained until the outcome, and no longer`() {
    let ended = Count()
    let life = { Life { ended.up() } }
    let promise = works.transfer(kept.keep, cancelled: { [life = life()] in _ = life })
    #expect(ended.value == 0)
    kept.call(1)
    #expect(ended.value == 1)
    withExtendedLifetime(promise) {}
  }

  @Test func `a handler that is dropped breaks the promise, whatever was returned`() async {
    let promise = works.transfer(kept.keep, cancelled: cancelled.up)
    kept.drop()
    await #expect(throws: BrokenPromiseError.self) { try await promise.value }
  }

  @Test func `if nil is returned, there is nothing to cancel; other values are sent`() {
    works.maybe(kept.keep, cancelled: cancelled.up).discard()
    #expect(cancelled.value == 1)
    works.maybe(kept.keep, cancelled: nil).discard()
    #expect(cancelled.value == 1)
    works.ticket(kept.keep, cancelled: cancelled.up).discard()
    #expect(cancelled.value == 2)
  }

  @MainActor @Test func `main-actor work is canceled there immediately`() {
    let cancelled = cancelled
    works.onMainActor(kept.keep, cancelled: { cancelled.up() }).discard()
    #expect(cancelled.value == 1)
  }

  @Test func `main-actor work is canceled there from elsewhere`() async {
    await confirmation { confirm in
      let (done, resolver) = Promise<Void>.pending()
      let promise = await works.onMainActor(kept.keep) {
        confirm()
        resolver.resolve()
      }
      promise.discard()
      try? await done.value
    }
  }
}
