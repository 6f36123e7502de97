import Foundation
import Pledge
import PledgeFoundation
import PledgeTestSupport
import Testing

@Suite(.hangLimit) struct RunLoopContextTests {
  @Test func `handlers wake the run loop and run on its thread`() async throws {
    let thread = try await RunLoopThread()

    let promise = Promise(value: 1).map(on: .runLoop(thread.runLoop.value)) { _ in
      UncheckedSendable(RunLoop.current)
    }

    #expect(try await promise.value.value === thread.runLoop.value)
  }
}
