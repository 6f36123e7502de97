import Pledge
import PledgeTestSupport
import Testing

struct ErrorsTests {
  @Test func `a timeout states its limit`() {
    #expect("\(TimeoutError(limit: .seconds(5)))" == "not settled within 5.0 seconds")
  }

  @Test func `errors without details say what happened`() {
    #expect("\(EmptyInputError())" == "at least one promise is needed, and none was given")
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

  @Test func `an invalid argument is named with its value`() {
    let failure = [1].mapConcurrently(limit: 0) { Promise(value: $0) }.failure

    #expect(failure.map { "\($0)" }?.contains("limit: 0") == true)
  }
}
