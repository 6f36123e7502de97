import Pledge
import PledgeTestSupport
import Testing

/// The record is process-wide, so each test runs in its own process.
struct PendingRecordTests {
  @Test func `a stage that is spliced out leaves its sources to its consumer`() async {
    await #expect(processExitsWith: .success) {
      Diagnostics.recordPending()
      let (first, last) = (Promise<Int>(), Promise<Int>(file: "App/A.swift", line: 1))
      let end = first.flatMap { _ in Promise(value: 1).flatMap { _ in last } }
      first.resolve(1)

      let pending = Diagnostics.pending().promises
      let causes = pending.filter(\.waitsFor.isEmpty).map { [$0.id] }
      #expect(pending.filter { !$0.waitsFor.isEmpty }.map(\.waitsFor) == causes)
      #expect(causes.count == 1)
      last.resolve(2)
      #expect(end.got == 2)
    }
  }

  @Test func `a combination of many takes linear time to record`() async {
    await #expect(processExitsWith: .success) {
      Diagnostics.recordPending()
      let members = (0..<10_000).map { _ in Promise<Int>() }
      let both = all(members)

      #expect(Diagnostics.pending().promises.last?.waitsFor.count == 10_000)
      both.discard()
    }
  }
}
