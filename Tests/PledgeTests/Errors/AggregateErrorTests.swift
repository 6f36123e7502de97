import Pledge
import PledgeTestSupport
import Testing

struct AggregateErrorTests {
  @Test func `an aggregate lists its first errors`() {
    let errors = (1...10).map { Broken(number: $0) }

    #expect("\(AggregateError(errors: []))" == "0 errors")
    #expect("\(AggregateError(errors: [errors[0]]))" == "1 error: Broken(number: 1)")
    #expect(
      "\(AggregateError(errors: errors))" == """
        10 errors:
        - Broken(number: 1)
        - Broken(number: 2)
        - Broken(number: 3)
        - Broken(number: 4)
        - Broken(number: 5)
        - Broken(number: 6)
        - Broken(number: 7)
        - Broken(number: 8)
        - 2 more
        """
    )
  }

  @Test func `an aggregate in a list, or in another error, is one line`() {
    let both = AggregateError(errors: [Broken(number: 1), Broken(number: 2)])
    let text = "2 errors: Broken(number: 1); Broken(number: 2)"

    #expect("\(AggregateError(errors: [both, both]))" == "2 errors:\n- \(text)\n- \(text)")
    #expect("\(RetryError(errors: [both]))" == "failed once; last error: \(text)")
  }

  @Test func `an aggregate of aggregates shows a few levels`() {
    var error = AggregateError(errors: [Broken()])
    for _ in 0..<10 { error = AggregateError(errors: [error]) }

    #expect("\(error)" == "1 error: 1 error: 1 error: 1 error: …")
  }

  @Test func `a mirror contains the errors unless they are nested deeply`() {
    var error = AggregateError(errors: [Broken()])
    #expect(Mirror(reflecting: error).children.map(\.label) == ["errors"])

    for _ in 0..<10 { error = AggregateError(errors: [error]) }

    #expect(Mirror(reflecting: error).children.map(\.label) == ["description"])
  }
}

struct RetryErrorTests {
  @Test func `names the budget that was overdrawn`() {
    let error = RetryError(errors: [Broken(number: 1)], budget: "search")

    #expect(error.budget == "search")
    #expect(
      error.description
        == "failed once; last error: Broken(number: 1); the retry budget search is overdrawn"
    )
    #expect(RetryError(errors: []).budget == nil)
  }

  @Test func `a failed retry states the number of attempts and the last error`() {
    let error = RetryError(errors: [Broken(number: 1), Broken(number: 2)])

    #expect(error.last as? Broken == Broken(number: 2))
    #expect("\(error)" == "failed 2 times; last error: Broken(number: 2)")
  }

  @Test func `a failed retry states the error of its decision`() {
    let error = RetryError(errors: [Broken(number: 1)], decisionError: Broken(number: 2))

    #expect("\(error)".hasSuffix("the decision to try again failed with Broken(number: 2)"))
  }

  @Test func `a failed retry of retries shows a few levels`() {
    var error = RetryError(errors: [Broken()])
    for _ in 0..<10 { error = RetryError(errors: [error]) }

    #expect("\(error)".hasSuffix("; last error: (failed once; last error: …)))"))
    #expect("\(error)".ranges(of: "failed once").count == 4)
  }

  @Test func `a mirror contains the errors unless they are nested deeply`() {
    var error = RetryError(errors: [Broken()], decisionError: Broken())
    #expect(Mirror(reflecting: error).children.compactMap(\.label).count == 4)

    for _ in 0..<10 { error = RetryError(errors: [error]) }

    #expect(Mirror(reflecting: error).children.map(\.label) == ["description"])
  }
}
