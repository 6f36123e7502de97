import Pledge
import Testing

@testable import fanout

@Suite struct ReportTests {
  /// A report in which item 0 is retried, item 1 is hedged, and item 2 needs one call.
  private var report: Report {
    var ledger = Ledger()
    func call(_ item: Int, _ worker: Int, _ reason: Ledger.Reason, _ fate: Ledger.Fate) {
      _ = ledger.end(ledger.begin(item, on: worker, because: reason), fate)
    }
    call(0, 0, .first, .failed(.gone))
    call(0, 1, .retry, .answered)
    call(1, 1, .first, .discarded)
    call(1, 0, .hedge, .answered)
    call(2, 0, .first, .answered)
    let outcomes = (0..<3).map { item in
      let value = Work.result(of: item)
      return Outcome(
        item: item,
        result: .success(Answer(item: item, worker: 0, value: value))
      )
    }
    let numbers = WorkCounts.Numbers(started: 2, answered: 1, refused: 0, cancelled: 1)
    return Report(
      items: 0..<3,
      outcomes: outcomes,
      ledger: ledger,
      killed: [KillPlan.Kill(worker: 0, after: 2)],
      accounts: [.ended, .counted(numbers), .silent],
      time: .milliseconds(1250),
      returns: [2, 0, 0],
      resumed: 1
    )
  }

  @Test func `it lists the retried and hedged items, and their workers`() {
    #expect(report.exitCode == 0)
    #expect(
      report.description == """
        answered    3 of 3, each exactly once
        resumed     1 answers were in the ledger
        retried     1 items
        hedged      1 items; a later call won 1
        discarded   1 of 5 calls
        killed      worker 0 after 2 items
        time        1.3 s
        returned    worker 0 2 times
        worker 0    3 calls, 0 of them retries, 1 hedges; it has ended
        worker 1    2 calls, 1 of them retries, 0 hedges; 1 calls were canceled
        worker 2    0 calls, 0 of them retries, 0 hedges; it does not answer
        item 0: worker 0 was gone, retried on worker 1 answered
        item 1: worker 1 was discarded, hedged on worker 0 answered
        """
    )
  }

  @Test func `a fault is reported, with exit code 1, and a single worker is never hedged`() {
    let report = Report(
      items: 0..<4,
      outcomes: report.outcomes,
      ledger: Ledger(),
      killed: [],
      accounts: [.silent],
      time: .zero
    )

    #expect(report.exitCode == 1)
    #expect(report.description.hasPrefix("answered    3 of 4\nmissing     1: 3\n"))
    #expect(report.description.contains("hedged      none: there is only one worker"))
  }

  @Test func `the reasons of failures are reported, the most frequent ones first`() {
    let failures = ["full", "gone", "full", "slow", "late"].enumerated().map { item, reason in
      let error = CallFailure(worker: 0, kind: .broken, detail: reason)
      return Outcome(item: item, result: .failure(RetryError(errors: [StoppedError(), error])))
    }
    let report = Report(
      items: 0..<5,
      outcomes: failures,
      ledger: Ledger(),
      killed: [],
      accounts: [],
      time: .zero
    )

    #expect(
      report.description.hasPrefix(
        """
        answered    0 of 5
        failed      5: 0, 1, 2, 3, 4
        because     2: worker 0 broken: full
        because     1: worker 0 broken: gone
        because     1: worker 0 broken: late
                    and 1 other reasons
        """
      )
    )
  }

  @Test func `a stop has its own exit code, unless every item was answered`() {
    var report = report
    report.wasStopped = true
    #expect(report.exitCode == 0)

    let part = Report(
      items: 0..<4,
      outcomes: report.outcomes,
      ledger: Ledger(),
      killed: [],
      accounts: [],
      time: .zero,
      wasStopped: true
    )

    #expect(part.exitCode == 143)
    #expect(part.description.hasPrefix("answered    3 of 4; no further item was started"))
  }

  @Test func `an interruption comes first and has its own exit code`() {
    var report = report
    report.wasInterrupted = true

    #expect(report.exitCode == 130)
    #expect(report.description.hasPrefix("Interrupted: "))
  }
}

@Suite struct AuditTests {
  private func answered(_ item: Int, value: UInt64? = nil) -> Outcome {
    let value = value ?? Work.result(of: item)
    return Outcome(
      item: item,
      result: .success(Answer(item: item, worker: 0, value: value))
    )
  }

  @Test func `answering every item once is flawless`() {
    let audit = Audit(items: 0..<3, outcomes: (0..<3).map { answered($0) })

    #expect(audit.isFlawless)
    #expect(audit.answered == 3)
  }

  @Test func `missing, repeated, wrong, failed, and unexpected items are found`() {
    let failed = Outcome(item: 3, result: .failure(NoWorkerError()))
    let outcomes = [answered(0), answered(0), answered(2, value: 5), failed, answered(9)]
    let audit = Audit(items: 0..<5, outcomes: outcomes)

    #expect(!audit.isFlawless)
    #expect(audit.repeated == [0])
    #expect(audit.missing == [1, 4])
    #expect(audit.wrong == [2, 9])
    #expect(audit.failed == [3])
  }

  @Test(arguments: [0, 1, 2])
  func `a single fault is found`(fault: Int) {
    var outcomes = (0..<3).map { answered($0) }
    switch fault {
    case 0: outcomes.removeLast()
    case 1: outcomes.append(answered(1))
    default: outcomes[1] = answered(1, value: 0)
    }

    #expect(!Audit(items: 0..<3, outcomes: outcomes).isFlawless)
  }
}
