internal import PledgeSupport

#if canImport(Testing)
internal import Testing
#endif

/// The issues that expectations record while an ordering is tried.
///
/// They fail an ordering, not yet the test: an ordering that fails is replayed once it is as short
/// as possible, and the test then reports its issues where they belong. Expectations of Pledge are
/// logged in every test framework, others in Swift Testing.
final class IssueLog: Sendable {
  /// An issue with its location.
  fileprivate struct Entry {
    let text: String
    /// Fails the test with the issue, followed by a text, where it happened.
    let report: @Sendable (_ ending: String) -> Void
  }

  private let entries = Locked<[Entry]>([])

  /// The issues and their locations.
  var texts: [String] { entries.withLock { $0.map(\.text) } }

  /// Fails the test with the issues, and names the ordering in which they happened.
  func report(replay: String) {
    for entry in entries.withLock({ $0 }) {
      entry.report("; in the ordering of explore(replaying: \"\(replay)\")")
    }
  }

  /// Runs `body`, and keeps its issues from the test.
  func log(_ body: () -> Void) {
    let recorder = CallSite.Recorder { problem, site in
      let text = "\(problem) (\(site.fileID):\(site.line))"
      self.add(Entry(text: text) { site.record(problem + $0) })
    }
    CallSite.$recorder.withValue(recorder) {
      #if canImport(Testing)
      if Test.current != nil { return logIssues(body) }
      #endif
      body()
    }
  }

  private func add(_ entry: Entry) { entries.withLock { $0.append(entry) } }
}

#if canImport(Testing)
extension IssueLog {
  private func logIssues(_ body: () -> Void) {
    withKnownIssue("explore(by:within:_:) tries another ordering", isIntermittent: true) {
      body()
    } matching: { issue in
      self.add(Entry(issue))
      return true
    }
  }
}

extension IssueLog.Entry {
  fileprivate init(_ issue: Issue) {
    let failure = issue.failure
    let place = issue.sourceLocation
    text = place.map { "\(failure) (\($0.fileID):\($0.line))" } ?? failure
    report = { ending in
      Issue.record(
        Comment(rawValue: failure + ending),
        sourceLocation: place ?? #_sourceLocation
      )
    }
  }
}

extension Issue {
  /// The failure without the severity.
  fileprivate var failure: String {
    let text = "\(self)"
    let end = " (error)"
    return text.hasSuffix(end) ? String(text.dropLast(end.count)) : text
  }
}
#endif
