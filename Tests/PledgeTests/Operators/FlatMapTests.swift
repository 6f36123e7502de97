import Pledge
import PledgeTestSupport
import Testing

struct FlatMapTests {
  @Test func `accepts a future that is not a promise`() {
    let inner: Future<Int> = Promise(value: 3).shared()

    #expect(Promise(value: 2).flatMap { _ in inner }.got == 3)
  }

  @Test func `on a context, the outcome of the returned promise needs no job`() {
    let context = ManualContext()
    let inner = Promise<Int>()
    let promise = Promise(value: 2).flatMap(on: context) { _ in inner }
    context.runAll()

    inner.resolve(3)

    #expect(promise.got == 3)
    #expect(context.count == 0)
  }
}
