import Pledge
import PledgeTestSupport
import PledgeTesting
import Testing

struct ExpectPendingTests {
  @Test func `a settled promise fails the test here, with its state and place`() async {
    let fulfilled = Promise(value: 1, file: "App/Load.swift", line: 7)
    let rejected = Promise<Int>(error: Broken(), file: "App/Load.swift", line: 8)
    rejected.ignoringErrors()
    let line = #line + 2
    let failures = await failures {
      expectPending(fulfilled)
      expectPending(rejected)
    }

    let states = [
      "Promise<Int>(fulfilled: 1) from App/Load.swift:7",
      "Promise<Int>(rejected: Broken(number: 0)) from App/Load.swift:8",
    ]
    #expect(
      failures == [
        Failure("not pending: \(states[0])", line: line),
        Failure("not pending: \(states[1])", line: line + 1),
      ]
    )
  }

  @Test func `it is not a consumer, and does not handle the rejection`() async {
    await #expect(processExitsWith: .success) {
      let reports = Log<String>()
      UnhandledRejections.handle { reports.add("\($0.error)") }
      do {
        let promise = Promise<Int>()
        expectPending(promise)
        promise.reject(Broken(number: 1))
        withKnownIssue { expectPending(promise) }
      }
      #expect(reports.entries == ["Broken(number: 1)"])
    }
  }
}
