import Pledge
import PledgeTestSupport
import PledgeTesting
import Testing

@Suite(.hangLimit)
struct ExpectRejectedTests {
  @Test func `any error is returned`() async throws {
    let promise = Promise<Int>()
    detachThread { promise.reject(Broken(number: 3)) }

    let error = try await expectRejected(promise)

    #expect(error as? Broken == Broken(number: 3))
  }

  @Test func `an error of the expected type is returned with that type`() async throws {
    let promise = Promise<Int>(error: Broken(number: 3))

    #expect(try await expectRejected(promise, with: Broken.self, within: .zero).number == 3)
  }

  @Test func `a reason that is not an error is wrapped in a RejectionReasonError`() async throws {
    let promise = Promise<Int>()
    promise.reject("no")

    let error = try await expectRejected(promise, with: RejectionReasonError.self, within: .zero)

    #expect(error.reason as? String == "no")
  }

  @Test func `another type of error fails the test here, with both`() async {
    let promise = Promise<Int>(error: Broken(number: 3), file: "App/Load.swift", line: 7)
    let line = #line + 2
    let failures = await failures {
      try await expectRejected(promise, with: TimeoutError.self, within: .zero)
      Issue.record("not reached")
    }

    let state = "Promise<Int>(rejected: Broken(number: 3)) from App/Load.swift:7"
    #expect(failures == [Failure("not rejected with TimeoutError: \(state)", line: line)])
  }

  @Test func `a value fails the test here, with the place`() async {
    let promise = Promise(value: 1, file: "App/Load.swift", line: 7)
    let line = #line + 2
    let failures = await failures {
      try await expectRejected(promise, within: .zero)
      Issue.record("not reached")
    }

    let state = "Promise<Int>(fulfilled: 1) from App/Load.swift:7"
    #expect(failures == [Failure("not rejected: \(state)", line: line)])
  }
}
