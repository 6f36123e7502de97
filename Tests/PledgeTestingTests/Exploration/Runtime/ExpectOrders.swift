import PledgeTestSupport
import Testing

@testable import PledgeTesting

/// Verifies in which orders `body`, and what it starts, fill a log: in these alone.
///
/// - Parameters:
///   - orders: The entries of the log, as one text for each order.
///   - count: The number of orderings that lead to them, derived by hand, if it matters.
///   - isComplete: Whether no ordering is left out because its number has no limit.
///   - sourceLocation: The location of failures.
///   - body: A closure that runs as a task.
/// - Throws: ``ExplorationError``.
func expectOrders(
  _ orders: String...,
  count: Int? = nil,
  isComplete: Bool = true,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @escaping @Sendable (Log<String>) async throws -> Void
) throws {
  let found = Log<String>()
  let report = try explore { world in
    let log = Log<String>()
    try await body(log)
    await world.runUntilIdle()
    found.add(log.entries.joined())
  }
  #expect(Set(found.entries) == Set(orders), sourceLocation: sourceLocation)
  let omission = isComplete ? "" : " without repeated yields or timers"
  let all = "all \(count ?? report.tried) orderings\(omission)"
  #expect("\(report)" == all, sourceLocation: sourceLocation)
}
