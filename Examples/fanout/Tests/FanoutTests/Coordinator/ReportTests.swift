import Pledge
import Testing

@testable import fanout

@Suite struct ReportTests {
  private let outcomes = (0..<3).map { item in
    let answer = Answer(item: item, worker: item % 2, value: Work.result(of: item))
    return Outcome(item: item, result: .success(answer))
  }

  /// The calls for three items: the first is retried, and the second has a second call.
  private var tally: Tally {
    var tally = Tally()
    for item in 0..<3 {
      tally.start(item)
      _ = tally.call(item)
    }
    tally.end(0, .failure(StoppedError()))
    _ = tally.call(0)
    tally.start(1)
    _ = tally.call(1)
    for outcome in outcomes { tally.end(outcome.item, outcome.result) }
    return tally
  }

  @Test func `it lists the calls, the failures, and the workers`() {
    let report = Report(
      items: 0..<3,
      outcomes: outcomes,
      tally: tally,
      killed: [(worker: 0, after: 2)],
      time: .milliseconds(1250),
      resumed: 1
    )

    #expect(report.exitCode == 0)
    #expect(
      report.description == """
        answered    3 of 3, each exactly once
        resumed     1 answers were in the ledger
        calls       5, of which 1 were discarded
        retried     1 items
        hedged      1 items
        time        1.3 s
        failures    1 of the run was stopped before this item
        worker 0    2 answers
        worker 1    1 answers
        killed      worker 0 after 2 items
        """
    )
  }

  @Test func `a fault is reported, with exit code 1`() {
    let report = Report(items: 0..<4, outcomes: outcomes, tally: tally, time: .zero)

    #expect(report.exitCode == 1)
    #expect(report.description.hasPrefix("answered    3 of 4\nmissing     1: 3\n"))
  }

  @Test(arguments: [(3, 0), (4, 143)])
  func `a stop has its own exit code, unless every item was answered`(items: Int, code: Int32) {
    let report = Report(
      items: 0..<items,
      outcomes: outcomes,
      tally: tally,
      time: .zero,
      wasStopped: true
    )

    #expect(report.exitCode == code)
    #expect(report.description.contains("no further item was started") == (code == 143))
  }

  @Test func `an interruption has its own exit code`() {
    let report = Report(items: 0..<3, outcomes: [], tally: tally, time: .zero, wasInterrupted: true)

    #expect(report.exitCode == 130)
    #expect(report.description.hasPrefix("answered    unknown: interrupted"))
  }
}
