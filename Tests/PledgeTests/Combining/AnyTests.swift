import Pledge
import PledgeTestSupport
import Testing

struct AnyTests {
  @Test func `is rejected when a promise given twice is rejected`() {
    let source = Promise<Int>()
    let promise = any(source, source)

    source.reject(Broken())

    #expect((promise.failure as? AggregateError)?.errors.count == 2)
  }

  @Test func `has all errors when many threads reject the promises`() {
    let sources = (0..<200).map { _ in Promise<Int>() }
    let promise = any(sources)

    concurrently(200) { sources[$0].reject(Broken(number: $0)) }

    let errors = (promise.failure as? AggregateError)?.errors
    #expect(errors?.map { ($0 as? Broken)?.number } == Array(0..<200))
  }
}
