import Foundation
import Testing

@testable import fanout

/// Tests whole runs, with real worker processes on loopback.
@Suite(.serialized, .timeLimit(.minutes(60))) struct RunTests {
  @Test(arguments: [Int.random(in: 0...1_000_000), Int.random(in: 0...1_000_000)])
  func `no item is lost if a random worker is killed`(seed: Int) async throws {
    let policy = Policy(deadline: .seconds(240), hedgeAfter: .milliseconds(500))
    let run = Run(
      workers: .launched(4, of: executable, kills: 1),
      items: 500,
      seed: seed,
      limit: 16,
      policy: policy
    )

    let report = try await run.report()

    #expect(report.exitCode == 0, "seed \(seed): \(report)")
    #expect(report.outcomes.map(\.item) == Array(0..<500))
    #expect(report.audit.answered == 500)
    #expect(report.killed.count == 1)
    #expect(report.accounts.filter { $0 == .ended }.count == 1)
    #expect(report.ledger.calls.filter { $0.fate == .pending }.isEmpty)
  }

  @Test func `no item is lost if all workers but one are killed`() async throws {
    let policy = Policy(deadline: .seconds(240), hedgeAfter: .milliseconds(500))
    let run = Run(workers: .launched(3, of: executable, kills: 2), items: 200, policy: policy)

    let report = try await run.report()

    #expect(report.exitCode == 0, "\(report)")
    #expect(report.killed.count == 2)
  }
}
