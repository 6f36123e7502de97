import PledgeTestSupport
import Testing

/// Returns the failures that `body` is expected to record, instead of failing the test.
///
/// An error thrown by `body` ends it, as it would end a test, and counts as a failure unless it is
/// already one.
nonisolated(nonsending) func failures(
  _ body: nonisolated(nonsending) () async throws -> Void
) async -> [Failure] {
  let failures = Log<Failure>()
  // Every issue matches, so `withKnownIssue` rethrows nothing.
  try? await withKnownIssue(isIntermittent: true) {
    try await body()
  } matching: { issue in
    failures.add(Failure(issue))
    return true
  }
  return failures.entries
}

/// A failure of a test, and the line at which it is shown.
struct Failure: Sendable, Equatable {
  let message: String
  let line: Int?

  init(_ message: String, line: Int) {
    self.message = message
    self.line = line
  }

  init(_ issue: Issue) {
    message = issue.comments.map(\.rawValue).joined(separator: "; ")
    line = issue.sourceLocation?.line
  }
}
