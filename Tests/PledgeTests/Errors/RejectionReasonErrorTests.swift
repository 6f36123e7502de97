import Pledge
import PledgeTestSupport
import Testing

struct RejectionReasonErrorTests {
  @Test func `an empty optional is the absence of a reason`() throws {
    let promise = Promise<Int>()
    let reason: (any Error & Sendable)? = nil

    promise.reject(reason)

    let failure = try #require(promise.failure as? RejectionReasonError)
    #expect(failure.reason == nil)
  }

  @Test func `a wrapped reason is not wrapped again`() throws {
    let promise = Promise<Int>()

    promise.reject(RejectionReasonError("why"))

    let failure = try #require(promise.failure as? RejectionReasonError)
    #expect(failure.reason as? String == "why")
  }

  @Test func `a resolver wraps like its promise`() throws {
    let (promise, resolver) = Promise<Int>.pending()

    resolver.reject(nil)

    #expect(promise.failure is RejectionReasonError)
  }

  @Test func `describes the reason`() {
    #expect("\(RejectionReasonError("why"))" == "rejected: why")
    #expect("\(RejectionReasonError(nil))" == "rejected without a reason")
  }
}
