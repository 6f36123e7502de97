import Pledge
import PledgeTestSupport
import PledgeTesting
import Testing

/// The hook is process-wide, so each test runs in its own process.
struct StrictModeTests {
  @Test func `an unhandled rejection fails the test at the place of its chain`() async {
    await #expect(processExitsWith: .success) {
      UnhandledRejections.failTests()
      withKnownIssue {
        _ = Promise<Int>(error: Broken(number: 1), file: "App/Loader.swift", line: 42).map { $0 }
      } matching: { issue in
        let says = "App/Loader.swift:42 Promise → map: unhandled rejection: Broken(number: 1)"
        let place = issue.sourceLocation
        return issue.comments.map(\.rawValue) == [says] && place?.fileID == "App/Loader.swift"
          && place?.line == 42
      }
    }
  }

  @Test func `a broken promise fails the test`() async {
    await #expect(processExitsWith: .success) {
      UnhandledRejections.failTests()
      withKnownIssue {
        let (promise, resolver) = Promise<Int>.pending(file: "App/Loader.swift", line: 42)
        promise.map { $0 }.ignoringErrors()
        withExtendedLifetime(consume resolver) {}
      } matching: { issue in
        issue.comments.contains { $0.rawValue.hasPrefix("App/Loader.swift:42 Promise") }
      }
    }
  }

  @Test func `handled, discarded, and fulfilled promises fail nothing`() async {
    await #expect(processExitsWith: .success) {
      UnhandledRejections.failTests()
      Promise<Int>(error: Broken()).catch { _ in }
      Promise<Int>().discard()
      Promise(value: 1).map { $0 }.ignoringErrors()
    }
  }

  @Test func `a report without a place still fails the test`() async {
    await #expect(processExitsWith: .success) {
      UnhandledRejections.failTests()
      withKnownIssue { _ = Promise<Int>(error: Broken(), file: "nowhere", line: 0) }
    }
  }

  @Test func `installing another handler ends the strict mode`() async {
    await #expect(processExitsWith: .success) {
      UnhandledRejections.failTests()
      UnhandledRejections.silence()
      _ = Promise<Int>(error: Broken())
    }
  }
}
