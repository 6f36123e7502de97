import Foundation
import PledgeTestSupport
import Testing

/// Verifies what Documentation/Resilience.md says about a saturated server.
///
/// If `PLEDGE_SATURATION` names a file, the figures are written to it, for the plot.
@Suite(.hangLimit)
struct SaturationTests {
  private static let seed: UInt64 = 1

  @Test func `retries and hedges keep a server saturated unless a budget limits them`()
    async throws
  {
    var runs: [String: [Saturation.Second]] = [:]
    for strategy in Saturation.Strategy.allCases {
      let seconds = await Saturation(strategy, seed: SaturationTests.seed).run()
      runs[strategy.rawValue] = seconds
      let end = share(of: seconds[70...])
      switch strategy {
      case .retries, .hedges: #expect(end < 0.3, "\(strategy) recovered")
      case .plain, .retriesWithBudget, .hedgesWithBudget:
        #expect(end > 0.95, "\(strategy) did not recover")
      }
      #expect(share(of: seconds[..<20]) > 0.95)
    }
    guard let path = ProcessInfo.processInfo.environment["PLEDGE_SATURATION"] else { return }
    try JSONEncoder().encode(runs).write(to: URL(fileURLWithPath: path))
  }

  /// Returns the share of the operations that were answered.
  private func share(of seconds: ArraySlice<Saturation.Second>) -> Double {
    let operations = seconds.map(\.operations).reduce(0, +)
    return Double(seconds.map(\.answers).reduce(0, +)) / Double(operations)
  }
}
