import Pledge
import PledgeTestSupport
import Testing

struct FlatMapResultTests {
  @Test func `rejects a promise that would wait for itself`() {
    let source = Promise<Int>()
    let slot = Locked<Promise<Int>?>(nil)
    let promise = source.flatMapResult { _ in try #require(slot.value) }
    slot.value = promise

    source.resolve(1)

    #expect(promise.failure is CycleError)
    slot.value = nil
  }
}
