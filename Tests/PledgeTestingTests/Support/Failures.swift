import PledgeTestSupport
import Testing

@testable import PledgeTesting

/// Returns the failures that the helpers of Pledge report in `body`, instead of failing the test.
///
/// An error thrown by `body` ends it, as it would end a test, and counts as a failure unless it is
/// already one.
nonisolated(nonsending) func failures(
  _ body: nonisolated(nonsending) () async throws -> Void
) async -> [Failure] {
  let failures = Log<Failure>()
  let recorder = CallSite.Recorder { problem, site in
    failures.add(Failure(problem, line: Int(exactly: site.line)))
  }
  await CallSite.$recorder.withValue(recorder) {
    do {
      try await body()
    } catch is UnmetExpectation {
    } catch {
      failures.add(Failure("\(error)", line: nil))
    }
  }
  return failures.entries
}

/// Returns the issues that `body` records in Swift Testing, in place of failing the test.
///
/// An error that it throws is one, as at the end of a test.
func issues(_ body: @Sendable () async throws -> Void) async -> [Failure] {
  let issues = Log<Failure>()
  let trait = IssueHandlingTrait.compactMapIssues { issue in
    issues.add(Failure(issue))
    return nil
  }
  guard let test = Test.current else { return [] }
  try? await trait.provideScope(for: test, testCase: .current) {
    // Swift 6.2 would record this error as another issue.
    do { try await body() } catch is ExpectationFailedError {} catch { Issue.record(error) }
  }
  return issues.entries
}

/// A failure of a test, and the line at which it is shown.
struct Failure: Sendable, Equatable {
  let message: String
  let line: Int?

  init(_ message: String, line: Int?) {
    self.message = message
    self.line = line
  }

  init(_ issue: Issue) {
    // Swift 6.2 adds a comment to issues that are recorded outside of the task of a test.
    let comments = issue.comments.map(\.rawValue).filter { $0 != "Issue recorded" }
    message = issue.error.map { "\($0)" } ?? comments.joined(separator: "; ")
    line = issue.sourceLocation?.line
  }
}
