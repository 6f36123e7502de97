import Pledge
import PledgeTestSupport
import Testing

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

  @Test func `a retry without attempts has no last error`() {
    #expect(RetryError(errors: []).last == nil)
  }

  @Test func `a failed retry counts the errors that were left out`() {
    let error = RetryError(errors: [Broken(number: 1), Broken(number: 9)], omittedCount: 7)

    #expect("\(error)" == "failed 9 times; last error: Broken(number: 9)")
  }

  @Test func `a failed retry of retries shows a few levels`() {
    var error = RetryError(errors: [Broken()])
    for _ in 0..<10 { error = RetryError(errors: [error]) }

    #expect("\(error)".hasSuffix("last error: …"))
    #expect("\(error)".ranges(of: "failed once").count == 4)
  }

  @Test func `a mirror contains the errors unless they are nested deeply`() {
    var error = RetryError(errors: [Broken()], decisionError: Broken())
    #expect(Mirror(reflecting: error).children.compactMap(\.label).count == 4)

    for _ in 0..<10 { error = RetryError(errors: [error]) }

    #expect(Mirror(reflecting: error).children.map(\.label) == ["description"])
  }
}
