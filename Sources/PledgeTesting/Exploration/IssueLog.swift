internal import PledgeSupport

#if canImport(Testing)
internal import Testing
#endif

#if canImport(Testing)
extension Issue {
  /// The failure and its location, without the severity.
  fileprivate var text: String {
    let text = "\(self)"
    let end = " (error)"
    let failure = text.hasSuffix(end) ? String(text.dropLast(end.count)) : text
    return sourceLocation.map { "\(failure) (\($0.fileID):\($0.line))" } ?? failure
  }
}
#endif

/// The issues that expectations of Swift Testing record while an ordering is tried.
///
/// They fail an ordering, not yet the test: an ordering that fails is replayed outside the log once
/// it is as short as possible, so that the test reports its issues where they belong.
final class IssueLog: Sendable {
  private let issues = Locked<[String]>([])

  /// Removes and returns the issues.
  func take() -> [String] {
    issues.withLock { issues in
      defer { issues = [] }
      return issues
    }
  }

  /// Runs `body` without its issues.
  func dropping(_ body: () -> Void) {
    log(areKnown: true, body)
    _ = take()
  }

  /// Runs `body`, and logs its issues.
  ///
  /// - Parameters:
  ///   - areKnown: Whether the issues are kept from the test.
  ///   - body: The closure.
  func log(areKnown: Bool, _ body: () -> Void) {
    #if canImport(Testing)
    guard Test.current != nil else { return body() }
    withKnownIssue(isIntermittent: true) {
      body()
    } matching: { issue in
      let text = issue.text
      self.issues.withLock { $0.append(text) }
      return areKnown
    }
    #else
    body()
    #endif
  }
}
