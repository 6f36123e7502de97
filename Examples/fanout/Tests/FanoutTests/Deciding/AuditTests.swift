import Testing

@testable import fanout

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
