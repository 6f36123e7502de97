import Pledge
import PledgeTestSupport
import PledgeTesting
import Testing

/// Expects that the line after that of the call ends a test with one failure.
private nonisolated(nonsending) func expectFailure(
  _ message: String,
  line: Int = #line,
  _ body: nonisolated(nonsending) () async throws -> Void
) async {
  let failures = await failures {
    try await body()
    Issue.record("not reached")
  }
  #expect(failures == [Failure(message, line: line + 1)])
}

@Suite(.hangLimit)
struct ExpectFulfilledTests {
  @Test func `the value is returned`() async throws {
    let promise = Promise<Int>()
    detachThread { promise.resolve(1) }

    #expect(try await expectFulfilled(promise) == 1)
  }

  @Test func `a rejection fails the test here, with the error and the place`() async {
    let promise = Promise<Int>(error: Broken(number: 3), file: "App/Load.swift", line: 7)
    let state = "Promise<Int>(rejected: Broken(number: 3)) from App/Load.swift:7"
    await expectFailure("not fulfilled: \(state)") {
      try await expectFulfilled(promise, within: .zero)
    }
  }
}

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
    let state = "Promise<Int>(rejected: Broken(number: 3)) from App/Load.swift:7"
    await expectFailure("not rejected with TimeoutError: \(state)") {
      try await expectRejected(promise, with: TimeoutError.self, within: .zero)
    }
  }

  @Test func `a value fails the test here, with the place`() async {
    let promise = Promise(value: 1, file: "App/Load.swift", line: 7)
    await expectFailure("not rejected: Promise<Int>(fulfilled: 1) from App/Load.swift:7") {
      try await expectRejected(promise, within: .zero)
    }
  }
}

@Suite(.hangLimit)
struct ExpectSettlesTests {
  @Test func `either outcome is returned`() async throws {
    let value = try await expectSettles(Promise(value: 1), within: .zero)
    let error = try await expectSettles(Promise<Int>(error: Broken()), within: .zero)

    #expect(try value.get() == 1)
    #expect(throws: Broken.self) { try error.get() }
  }

  @Test func `a promise that does not settle fails the test here, and is named`() async {
    let promise = Promise<Int>(file: "App/Load.swift", line: 7)
    let message = "not settled within 0.1 seconds: Promise<Int>(pending) from App/Load.swift:7"
    await expectFailure(message) {
      try await expectSettles(promise, within: .milliseconds(100))
    }
  }
}

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

@Suite(.hangLimit)
struct ExpectNothingPendingTests {
  private let kept = Log<Promise<Int>>()

  private func make(at line: UInt) -> Promise<Int> {
    let promise = Promise<Int>(file: "App/Load.swift", line: line)
    kept.add(promise)
    return promise
  }

  @Test func `promises that are settled pass, and the result is returned`() async throws {
    let promise = make(at: 1)
    let now = expectNothingPending {
      make(at: 2).resolve(2)
      return 1
    }
    let later = try await expectNothingPending {
      let promise = make(at: 3)
      let resolving = detachThread { promise.resolve(3) }
      let value = try await promise.value
      // `resolving` is a promise, too, and settles after the promise that it resolves.
      _ = try await resolving.value
      return value
    }

    #expect(now == 1)
    #expect(later == 3)
    expectPending(promise)
  }

  @Test func `a promise that is pending fails the test here, and is named`() async {
    let line = #line + 2
    let failures = await failures {
      expectNothingPending { _ = make(at: 7) }
    }

    #expect(
      failures == [Failure("still pending:\n  a promise made at App/Load.swift:7", line: line)]
    )
  }

  @Test func `several are named in order, each source location once`() async {
    let line = #line + 2
    let failures = await failures {
      await expectNothingPending {
        for line: UInt in [8, 7, 8, 9] { _ = make(at: line) }
        make(at: 6).resolve(1)
        await Task.yield()
      }
    }

    let message = """
      still pending:
        2 promises made at App/Load.swift:8
        a promise made at App/Load.swift:7
        a promise made at App/Load.swift:9
      """
    #expect(failures == [Failure(message, line: line)])
  }

  @Test func `a body that throws is not checked`() async {
    #expect(throws: Broken.self) {
      try expectNothingPending {
        _ = make(at: 7)
        throw Broken()
      }
    }
    await #expect(throws: Broken.self) {
      try await expectNothingPending {
        _ = make(at: 7)
        await Task.yield()
        throw Broken()
      }
    }
  }

  @Test @MainActor func `the body runs on the actor of the caller`() async {
    var lines: [String] = []
    await expectNothingPending {
      await Task.yield()
      MainActor.assertIsolated()
      lines.append("on the main actor")
    }

    #expect(lines.count == 1)
  }
}
