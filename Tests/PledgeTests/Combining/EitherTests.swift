import Pledge
import PledgeTestSupport
import Testing

struct EitherTests {
  @Test func `a sequence of operators takes the first value`() {
    let promise = Promise<Int>(error: Broken()) ||| Promise(value: 2) ||| Promise(value: 3)

    #expect(promise.got == 2)
  }

  @Test func `of different types is rejected with both errors`() {
    let sources = (Promise<Int>(), Promise<String>())
    let promise = sources.0 ||| sources.1

    sources.1.reject(Broken(number: 2))
    sources.0.reject(Broken(number: 1))

    let errors = (promise.failure as? AggregateError)?.errors
    #expect(errors?.map { $0 as? Broken } == [Broken(number: 1), Broken(number: 2)])
  }
}
