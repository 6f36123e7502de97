import Pledge
import Testing

struct ErrorsTests {
  @Test func `a timeout says its limit`() {
    #expect("\(TimeoutError(limit: .seconds(5)))" == "not settled within 5.0 seconds")
  }

  @Test func `a failed retry says how often, and what failed at last`() {
    let error = RetryError(errors: [Broken(number: 1), Broken(number: 2)])

    #expect(error.last as? Broken == Broken(number: 2))
    #expect("\(error)" == "failed 2 times, at last with Broken(number: 2)")
  }

  @Test func `a failed retry says what its decision failed with`() {
    let error = RetryError(errors: [Broken(number: 1)], decisionError: Broken(number: 2))

    #expect("\(error)".hasSuffix("the decision to try again failed with Broken(number: 2)"))
  }

  @Test func `a retry without attempts has no last error`() {
    #expect(RetryError(errors: []).last == nil)
  }

  @Test func `an argument that makes no sense is named with its value`() {
    let failure = [1].mapConcurrently(limit: 0) { Promise(value: $0) }.failure

    #expect(failure.map { "\($0)" }?.contains("limit: 0") == true)
  }

  @Test func `an aggregate has all errors`() {
    #expect(AggregateError(errors: [Broken(), Broken()]).errors.count == 2)
  }
}
