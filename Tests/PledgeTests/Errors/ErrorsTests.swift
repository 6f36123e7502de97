import Pledge
import PledgeTestSupport
import Testing

struct ErrorsTests {
  @Test func `a timeout states its limit`() {
    #expect("\(TimeoutError(limit: .seconds(5)))" == "not settled within 5.0 seconds")
  }

  @Test func `errors without details say what happened`() {
    #expect(
      "\(NothingToRescueError())"
        == "there was nothing to rescue, and the value does not have the type of the stage"
    )
    #expect("\(NoOutcomeError())" == "a function called back with neither a value nor an error")
    #expect(
      "\(NoOutcomeError(function: "load()"))"
        == "load() called back with neither a value nor an error"
    )
    #expect("\(QueueFullError(maxWaiting: 3))" == "the queue is full, at most 3 may wait")
    #expect("\(MissingKeyError("k"))" == "the batch has no value for the key k")
  }

  @Test func `text that is not Pledge's own is escaped in every description`() {
    let text = "a\u{1B}\n\u{202E}b"
    let error = Hostile(description: text)
    let descriptions = [
      "\(NoOutcomeError(function: text))", "\(ArgumentError(text))", "\(MissingKeyError(text))",
      "\(RejectionReasonError(text))", "\(AggregateError(errors: [error]))",
      "\(AggregateError(errors: [error, error]))".split(separator: "\n- ").joined(),
      "\(RetryError(errors: [error]))", "\(RetryError(errors: [], decisionError: error))",
      "\(RetryError(errors: [], budget: text))",
      "\(CycleError(locations: [.init(fileID: text, line: 1)]))",
      "\(Promise(value: text))", Promise<Int>(error: error).ignored.debugDescription,
    ]
    for description in descriptions {
      #expect(description.contains(#"a\u{1B}\n\u{202E}b"#), "\(description.debugDescription)")
      #expect(!description.contains { "\u{1B}\n\u{202E}".contains($0) })
    }
  }

  @Test func `long keys and names are shortened`() {
    let text = String(repeating: "a", count: 10_000)
    #expect("\(MissingKeyError(text))".count < 300)
    #expect("\(NoOutcomeError(function: text))".count < 300)
    #expect("\(RetryError(errors: [Hostile(description: text)], budget: text))".count < 1_500)
    #expect("\(AggregateError(errors: [Hostile(description: text)]))".count < 1_500)
  }

  @Test func `an invalid argument is named with its value`() {
    let failure = [1].mapConcurrently(limit: 0) { Promise(value: $0) }.failure

    #expect(failure.map { "\($0)" }?.contains("limit: 0") == true)
  }
}

private struct Hostile: Error, CustomStringConvertible {
  let description: String
}

extension Future {
  /// This promise, whose rejection is not reported.
  fileprivate var ignored: Future {
    ignoringErrors()
    return self
  }
}
