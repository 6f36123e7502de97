import Pledge
import PledgeTestSupport
import PledgeTesting
import Testing

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
      try await resolving.value
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
