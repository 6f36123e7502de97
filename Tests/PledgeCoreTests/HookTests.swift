import Foundation
import Pledge
import Testing

/// What is told of every promise, or of every rejection that nobody heard, is told often.
///
/// In processes of their own: what would be found here is an overflow of the stack.
@Suite struct HookTests {
  /// Runs `body` on a thread with a small stack, and waits for its end.
  private static func onSmallStack(_ body: @escaping @Sendable () -> Void) {
    let isOver = DispatchSemaphore(value: 0)
    let thread = Thread {
      body()
      isOver.signal()
    }
    thread.stackSize = 512 * 1_024
    thread.start()
    isOver.wait()
  }

  @Test func `however many promises are made, to be told of one takes the same stack`() async {
    await #expect(processExitsWith: .success) {
      let pending = PendingPromises()
      HookTests.onSmallStack { for _ in 0..<20_000 { Promise<Int>().resolve(1) } }
      #expect(pending.entries.isEmpty)
    }
  }

  @Test func `however many rejections are unheard, to be told of one takes the same stack`() async {
    await #expect(processExitsWith: .success) {
      let reports = Tally()
      UnhandledRejections.handle { _ in reports.up() }
      HookTests.onSmallStack { for _ in 0..<20_000 { Promise<Int>().reject("unhandled") } }
      #expect(reports.count == 20_000)
    }
  }
}
