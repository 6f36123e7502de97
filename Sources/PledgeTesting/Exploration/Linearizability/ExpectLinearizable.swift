internal import PledgeSupport

/// Fails the test if calls that run at the same time have results that they could not have had one
/// after the other (spec 20).
///
/// <doc:CheckingConcurrentTypes> begins with an example, and states what is checked. A failure
/// shows a scenario from which no call was left out without its passing. A line on standard error
/// states the extent.
///
/// - Parameters:
///   - makeObject: A closure that creates the object. Runs for each ordering, in a task of the
///     world.
///   - model: The sequential specification of a new object. Its states are compared by `==`.
///   - operations: The operations.
///   - advance: A closure that lets time pass in the model. If `nil`, the model has no time.
///   - seed: The seed of the scenarios and their orderings.
///   - budget: The limit for all scenarios, 10,000 orderings by default. To make a scenario that
///     fails smaller, more are tried.
///   - replay: The text of a failure, to run its ordering alone. If `nil`, an ordering that the
///     environment variable `PLEDGE_REPLAY` states for this call comes first.
///   - fileID: The source file shown in failures.
///   - filePath: The path of the source file.
///   - line: The source line shown in failures.
///   - column: The source column shown in failures.
/// - Returns: The extent of the search.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
@discardableResult
public func expectLinearizable<Object: Sendable, Model: Equatable & Sendable>(
  _ makeObject: @escaping @Sendable (Exploration.World) async throws -> Object,
  model: Model,
  operations: [ModeledOperation<Object, Model>],
  advance: (@Sendable (inout Model, Duration) -> Void)? = nil,
  seed: UInt64 = 1,
  within budget: Exploration.Budget = .orderings(10_000),
  replaying replay: String? = nil,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) -> LinearizabilityReport {
  var check = LinearizabilityCheck(
    makeObject: makeObject,
    model: model,
    advance: advance,
    operations: operations,
    budget: budget,
    call: "\(fileID):\(line)",
    report: LinearizabilityReport(seed: seed)
  )
  let failure =
    check.problem ?? replay.map { check.replay($0).failure } ?? check.requestedOrSearched()
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  if let failure { site.record(failure) }
  let outcome = failure == nil ? "passes" : "fails"
  let text = replay.map { "the replay \($0) \(outcome)" } ?? "\(check.report)"
  CallSite.announce("\(fileID):\(line): expectLinearizable: \(text)")
  return check.report
}

/// The extent of a search by `expectLinearizable`.
public struct LinearizabilityReport: Sendable, CustomStringConvertible {
  /// The number of scenarios in which no ordering failed.
  public internal(set) var scenarios = 0
  /// The number of scenarios whose orderings were all tried; none in which a `Mutex` was used.
  public internal(set) var completeScenarios = 0
  /// The number of orderings, up to the first one that failed.
  public internal(set) var tried = 0
  /// The number of pairs of operations that the budget left out.
  public internal(set) var untriedPairs = 0
  let seed: UInt64
  let found = Locked<Set<String>>([])

  /// The operations that others have interrupted, and the functions in which tasks have continued.
  ///
  /// An operation that is missing ran as a whole in each ordering.
  public var points: [String] { found.withLock { $0.sorted() } }

  /// A sentence with the numbers and the points.
  public var description: String {
    let points = points.isEmpty ? "none, calls ran as a whole" : points.joined(separator: ", ")
    let untried = untriedPairs == 0 ? "" : "; \(untriedPairs) pairs of operations were not tried"
    return "\(tried) orderings of \(scenarios) scenarios, all orderings of"
      + " \(completeScenarios) (seed \(seed))\(untried); points: \(points)"
  }
}
