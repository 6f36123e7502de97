import Pledge
import PledgeTestSupport
import Testing

struct FlatMapResultTests {
  @Test func `settles as the promise that the transform returns for the value`() {
    let inner = Promise<String>()
    let promise = Promise(value: 1).flatMapResult { _ in inner }
    #expect(promise.isPending)

    inner.resolve("one")

    #expect(promise.got == "one")
  }

  @Test func `settles as the promise that the transform returns for the error`() {
    let promise = Promise<Int>(error: Broken(number: 1)).flatMapResult { result in
      Promise<Int>(error: Broken(number: (try? result.get()) ?? 2))
    }

    #expect(promise.broken == Broken(number: 2))
  }

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
