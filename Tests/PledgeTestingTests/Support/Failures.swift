import Foundation
import Testing

/// Returns the failures that `body` is expected to record, instead of failing the test.
///
/// What `body` throws ends it, as it would end a test, and is a failure if it is not one already.
nonisolated(nonsending) func failures(
  _ body: nonisolated(nonsending) () async throws -> Void
) async -> [Failure] {
  let failures = Log<Failure>()
  // Every issue matches, so nothing is thrown on.
  try? await withKnownIssue(isIntermittent: true) {
    try await body()
  } matching: { issue in
    failures.add(Failure(issue))
    return true
  }
  return failures.entries
}

/// A failure of a test, and where it is shown.
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

/// What happened, in order, behind a lock that the thread sanitizer sees.
final class Log<Entry: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: [Entry] = []

  var entries: [Entry] { lock.withLock { stored } }

  func add(_ entry: Entry) {
    lock.withLock { stored.append(entry) }
  }
}

/// An error that tests reject with.
struct Broken: Error, Equatable {
  var number = 0
}
