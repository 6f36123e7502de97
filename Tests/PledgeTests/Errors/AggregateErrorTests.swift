import Pledge
import PledgeTestSupport
import Testing

struct AggregateErrorTests {
  @Test func `an aggregate has all errors`() {
    #expect(AggregateError(errors: [Broken(), Broken()]).errors.count == 2)
  }

  @Test func `an aggregate describes its first errors`() {
    let errors = (1...10).map { Broken(number: $0) }

    #expect("\(AggregateError(errors: []))" == "0 errors")
    #expect("\(AggregateError(errors: [errors[0]]))" == "1 error: Broken(number: 1)")
    #expect("\(AggregateError(errors: errors))".hasPrefix("10 errors: Broken(number: 1); "))
    #expect("\(AggregateError(errors: errors))".hasSuffix("Broken(number: 8); 2 more"))
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
