import Pledge
import PledgeTestSupport
import Testing

struct AsVoidTests {
  @Test func `is fulfilled when the promise is`() {
    let source = Promise<Int>()
    let promise: Promise<Void> = source.asVoid()
    #expect(promise.isPending)

    source.resolve(2)

    #expect(promise.isFulfilled)
  }

  @Test func `is rejected when the promise is`() {
    let promise = Promise<Int>(error: Broken(number: 1)).asVoid()

    #expect(promise.broken == Broken(number: 1))
  }
}
