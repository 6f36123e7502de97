import Pledge
import PledgeTestSupport
import PledgeTesting
import Testing

@Suite(.hangLimit)
struct ExpectFulfilledTests {
  @Test func `the value is returned`() async throws {
    let promise = Promise<Int>()
    detachThread { promise.resolve(1) }

    #expect(try await expectFulfilled(promise) == 1)
  }

  @Test func `nil is a value`() async throws {
    #expect(try await expectFulfilled(Promise<Int?>(value: nil), within: .zero) == nil)
  }

  @Test func `a rejection fails the test here, with the error and the place`() async {
    let promise = Promise<Int>(error: Broken(number: 3), file: "App/Load.swift", line: 7)
    let line = #line + 2
    let failures = await failures {
      try await expectFulfilled(promise, within: .zero)
      Issue.record("not reached")
    }

    let state = "Promise<Int>(rejected: Broken(number: 3)) from App/Load.swift:7"
    #expect(failures == [Failure("not fulfilled: \(state)", line: line)])
  }
}
