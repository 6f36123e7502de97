import Foundation
import Pledge
import PledgeFoundation
import PledgeTestSupport
import Testing

@Suite(.hangLimit) struct TimerTests {
  @Test func `fires in the run loop`() async throws {
    let thread = try await RunLoopThread()

    let timer = Timer.once(after: .milliseconds(1), on: thread.runLoop.value)
    let place = timer.map { UncheckedSendable(RunLoop.current) }

    // If the timer fires before `map` is called, the handler runs on this thread.
    let runLoop = try await place.value.value
    #expect(runLoop === thread.runLoop.value || timer.isFulfilled)
  }

  @Test func `never fires before its time`() async throws {
    let thread = try await RunLoopThread()
    let start = ContinuousClock.now

    try await Timer.once(after: .milliseconds(20), on: thread.runLoop.value).value

    // Run loops measure time in whole microseconds.
    #expect(ContinuousClock.now - start > .microseconds(19_900))
  }

  @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.min)])
  func `fires without a delay`(delay: Duration) async throws {
    let thread = try await RunLoopThread()

    try await Timer.once(after: delay, on: thread.runLoop.value).value
    // Completion is the assertion.
  }

  @Test(arguments: [Duration.seconds(100), .seconds(Int64.max)])
  func `discarding does not harm the run loop`(delay: Duration) async throws {
    let thread = try await RunLoopThread()
    let promise = Timer.once(after: delay, on: thread.runLoop.value)

    promise.discard()

    #expect(throws: DiscardedError.self) { try promise.result?.get() }
    try await Timer.once(after: .zero, on: thread.runLoop.value).value
  }
}
