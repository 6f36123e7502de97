import Pledge
import PledgeTestSupport
import Testing

struct ErrorsTests {
  @Test func `a timeout states its limit`() {
    #expect("\(TimeoutError(limit: .seconds(5)))" == "not settled within 5.0 seconds")
  }

  @Test func `an invalid argument is named with its value`() {
    let failure = [1].mapConcurrently(limit: 0) { Promise(value: $0) }.failure

    #expect(failure.map { "\($0)" }?.contains("limit: 0") == true)
  }
}
