import Pledge
import PledgeTestSupport
import Testing

/// Hooks called for every promise, or for every unhandled rejection, use constant stack.
///
/// Each test runs in its own process, because a failure would be a stack overflow.
@Suite struct HookTests {
  @Test func `reporting a promise takes constant stack, however many there are`() async {
    await #expect(processExitsWith: .success) {
      let pending = PendingCreations()
      await onSmallStack { for _ in 0..<20_000 { Promise<Int>().resolve(1) } }
      #expect(pending.entries.isEmpty)
    }
  }

  @Test func `reporting an unhandled rejection takes constant stack, however many occur`() async {
    await #expect(processExitsWith: .success) {
      let reports = Tally()
      UnhandledRejections.handle { _ in reports.up() }
      await onSmallStack { for _ in 0..<20_000 { Promise<Int>().reject("unhandled") } }
      #expect(reports.count == 20_000)
    }
  }
}
