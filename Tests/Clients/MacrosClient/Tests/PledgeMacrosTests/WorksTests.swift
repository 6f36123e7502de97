import Pledge
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
}
