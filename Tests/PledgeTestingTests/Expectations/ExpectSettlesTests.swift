import Pledge
import PledgeTestSupport
import PledgeTesting
import Testing

@Suite(.hangLimit)
struct ExpectSettlesTests {
  @Test func `either outcome is returned`() async throws {
    let value = try await expectSettles(Promise(value: 1), within: .zero)
    let error = try await expectSettles(Promise<Int>(error: Broken()), within: .zero)

    #expect(try value.get() == 1)
    #expect(throws: Broken.self) { try error.get() }
  }

  @Test func `an outcome within the limit is awaited`() async throws {
    let promise = Promise<Int>()
    detachThread { promise.resolve(1) }

    try await expectSettles(promise)

    #expect(promise.isFulfilled)
  }

  @Test func `a promise that does not settle fails the test here, and is named`() async {
    let promise = Promise<Int>(file: "App/Load.swift", line: 7)
    let line = #line + 2
    let failures = await failures {
      try await expectSettles(promise, within: .milliseconds(100))
      Issue.record("not reached")
    }

    let message = "not settled within 0.1 seconds: Promise<Int>(pending) from App/Load.swift:7"
    #expect(failures == [Failure(message, line: line)])
  }
}
