import Pledge
import PledgeBolts
import PledgeTesting
import TestSupport
import Testing

@Suite(.hangLimit)
struct PledgeTests {
  @Test func `a cancellation becomes a discard, an error of that type does not`() {
    #expect(throws: DiscardedError.self) { try Task<Int>.cancelledTask().pledge.result?.get() }
    #expect(throws: CancelledError.self) {
      try Task<Int>(error: CancelledError()).pledge.result?.get()
    }
  }

  @Test func `an unread error of a task is not reported`() async {
    await #expect(processExitsWith: .success) {
      let reports = handledReports()
      _ = Task<Int> { throw Broken() }
      _ = Task.whenAll([Task<Int>(error: Broken())])
      _ = Task.whenAny([Task<Int>(error: Broken())])
      _ = Task.taskForCompletionOfAnyTask([Task<Int>(error: Broken())])
      TaskCompletionSource<Int>().set(error: Broken())
      Task(1).continueOnSuccessWith(.queue(.global())) { _ in throw Broken() }
        .waitUntilCompleted()
      #expect(reports.entries.isEmpty)
    }
  }

  @Test func `an executor that drops its closure is reported with the task's location`() async {
    await #expect(processExitsWith: .success) {
      let reports = handledReports()
      _ = Task(.escapingClosure { _ in }) { 1 }
      _ = Task.execute(.escapingClosure { _ in }) { 1 }
      _ = Task.executeWithTask(.escapingClosure { _ in }) { Task(1) }
      #expect(reports.entries.count == 3)
      let file = "PledgeBoltsTests/PledgeTests.swift:"
      #expect(reports.entries.allSatisfy { "\($0.error)".contains(file) })
    }
  }
}
