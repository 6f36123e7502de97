import Pledge
import PledgeTestSupport
import Testing

struct FlatMapErrorFromTests {
  private struct Other: Error {}

  @Test func `accepts a protocol, and a reason that is not an error`() {
    #expect(
      Promise<Int>(error: Other()).flatMapError(from: (any Error).self) { _ in Promise(value: 2) }
        .got == 2
    )
    let source = Promise<Int>()
    source.reject("why")
    let promise = source.flatMapError(from: RejectionReasonError.self) {
      Promise(value: $0.reason as? String == "why" ? 3 : 0)
    }
    #expect(promise.got == 3)
  }
}
