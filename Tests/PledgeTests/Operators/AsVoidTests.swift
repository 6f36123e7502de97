import Pledge
import Testing

struct AsVoidTests {
  @Test func `is fulfilled when the promise is`() {
    let source = Promise<Int>()
    let promise: Promise<Void> = source.asVoid()
    #expect(promise.isPending)

    source.resolve(2)

    #expect(promise.isFulfilled)
  }
}
