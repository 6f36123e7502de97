import Pledge
import PledgeTestSupport
import Testing

struct FlattenTests {
  @Test func `removes one of several layers`() {
    let inner = Promise(value: 2)
    let promise = Promise(value: Promise(value: inner)).flatten()

    #expect(promise.got === inner)
  }

  @Test func `discarded, it does not affect an inner promise with another consumer`() {
    let inner = Promise<Int>(discard: {})
    let other = inner.map { $0 }

    Promise(value: inner).flatten().discard()
    inner.resolve(2)

    #expect(other.got == 2)
  }
}
