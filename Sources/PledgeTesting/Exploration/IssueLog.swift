internal import PledgeSupport

#if canImport(Testing)
internal import Testing
#endif

/// The issues that expectations record while an ordering is tried.
///
/// They fail the ordering, and are listed in the report of the exploration, which fails the test
/// once. Expectations of Pledge are logged in every test framework, others in Swift Testing.
final class IssueLog: Sendable {
  /// The log of the ordering to which the current task belongs.
  @TaskLocal private static var current: IssueLog?
  /// Whether the issues of all orderings are gathered.
  @TaskLocal private static var isGathering = false

  private let entries = Locked<[String]>([])

  /// The issues and their locations.
  var texts: [String] { entries.withLock { $0 } }

  /// Runs `body`, and keeps its issues from the test.
  func log(_ body: () -> Void) {
    let recorder = CallSite.Recorder { problem, site in
      self.add("\(problem) (\(site.fileID):\(site.line))")
    }
    CallSite.$recorder.withValue(recorder) {
      IssueLog.$current.withValue(self) {
        #if canImport(Testing)
        if Test.current != nil, !IssueLog.isGathering { return logIssues(body) }
        #endif
        body()
      }
    }
  }

  private func add(_ text: String) { entries.withLock { $0.append(text) } }
}

#if canImport(Testing)
extension IssueLog {
  /// Runs an exploration whose orderings keep their issues from the test, also as known ones.
  static func gather<Output>(_ body: () throws -> Output) throws -> Output {
    guard let test = Test.current else { return try body() }
    let trait = IssueHandlingTrait.compactMapIssues { issue in
      if issue.mayFail { current?.add(issue.text) }
      return nil
    }
    return try withoutActuallyEscaping(body) { body in
      let work = Locked<Unchecked<() throws -> Output>?>(Unchecked(body))
      let result = Locked<Result<Unchecked<Output>, any Error>?>(nil)
      let hasRun = RuntimeHooks.runHere {
        try? await trait.provideScope(for: test, testCase: .current) {
          guard let taken = work.withLock({ $0.take() }) else { return }
          let outcome = Result { try $isGathering.withValue(true) { try taken.value() } }
          result.withLock { $0 = outcome.map(Unchecked.init) }
        }
      }
      // Taken first, so that the body cannot run twice.
      if !hasRun, work.withLock({ $0.take() }) != nil { return try body() }
      guard let result = result.withLock({ $0 }) else {
        let problem = "the test framework did not wait for the exploration"
        throw ExplorationError(problems: [problem], steps: [], replay: "", tried: 0)
      }
      return try result.get().value
    }
  }

  /// Where no function can run within the scope of a trait, the issues are shown as known ones.
  private func logIssues(_ body: () -> Void) {
    withKnownIssue("explore(by:within:_:) tries another ordering", isIntermittent: true) {
      body()
    } matching: { issue in
      if issue.mayFail { self.add(issue.text) }
      return true
    }
  }
}

extension Issue {
  /// Whether this fails the test: it is neither a warning nor, with Swift 6.3, known.
  fileprivate var mayFail: Bool {
    #if compiler(>=6.3)
    isFailure
    #else
    !"\(self)".hasSuffix(" (warning)")
    #endif
  }

  /// The failure without the severity, and its location.
  fileprivate var text: String {
    let text = "\(self)"
    let end = " (error)"
    let failure = text.hasSuffix(end) ? String(text.dropLast(end.count)) : text
    return sourceLocation.map { "\(failure) (\($0.fileID):\($0.line))" } ?? failure
  }
}
#else
extension IssueLog {
  static func gather<Output>(_ body: () throws -> Output) throws -> Output { try body() }
}
#endif
