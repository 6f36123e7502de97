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

  @Test func `an explanation describes an aggregate on one line`() {
    let error = AggregateError(errors: [Broken(number: 1), Broken(number: 2)])
    let promise = Promise<Int>(error: error, file: "F", line: 1)

    #expect(
      promise.explain()
        == "Promise from F:1: rejected: 2 errors: Broken(number: 1); Broken(number: 2) (Promise)"
    )
    promise.ignoringErrors()
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
