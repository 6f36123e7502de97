import Pledge
import PledgeTestSupport
import Testing

struct RejectionReasonErrorTests {
  @Test func `an error is its own reason`() {
    let promise = Promise<Int>()

    promise.reject(Broken(number: 1))

    #expect(promise.broken == Broken(number: 1))
  }

  @Test func `any other reason is wrapped`() throws {
    let promise = Promise<Int>()

    promise.reject("why")

    let failure = try #require(promise.failure as? RejectionReasonError)
    #expect(failure.reason as? String == "why")
  }

  @Test func `the absence of a reason is wrapped`() throws {
    let promise = Promise<Int>()

    promise.reject(nil)

    let failure = try #require(promise.failure as? RejectionReasonError)
    #expect(failure.reason == nil)
  }

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

  @Test func `passes every stage unchanged`() throws {
    let source = Promise<Int>()
    let end = source.map { $0 }.flatMap { Promise(value: $0) }.tap { _ in }.ensure {}.asVoid()

    source.reject("why")

    let failure = try #require(end.failure as? RejectionReasonError)
    #expect(failure.reason as? String == "why")
  }

  @Test func `describes the reason`() {
    #expect("\(RejectionReasonError("why"))" == "rejected: why")
    #expect("\(RejectionReasonError(nil))" == "rejected without a reason")
  }
}
