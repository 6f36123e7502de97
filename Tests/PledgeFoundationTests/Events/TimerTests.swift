import Foundation
import Pledge
import PledgeFoundation
import Testing

@Suite(.timeLimit(.minutes(15))) struct TimerTests {
  @Test func `fires in the run loop`() async throws {
    let thread = try await RunLoopThread()

    let timer = Timer.once(after: .milliseconds(1), on: thread.runLoop.value)
    let place = timer.map { UncheckedSendable(RunLoop.current) }

    // A timer that has fired before `map` has it run here.
    let runLoop = try await place.value.value
    #expect(runLoop === thread.runLoop.value || timer.isFulfilled)
  }

  @Test func `never fires before its time`() async throws {
    let thread = try await RunLoopThread()
    let start = ContinuousClock.now

    try await Timer.once(after: .milliseconds(20), on: thread.runLoop.value).value

    // Run loops count in whole microseconds.
    #expect(ContinuousClock.now - start > .microseconds(19_900))
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func `without a delay, fires all the same`(delay: Duration) async throws {
    let thread = try await RunLoopThread()

    try await Timer.once(after: delay, on: thread.runLoop.value).value
    // Completion is the assertion.
  }

  @Test func `discarding does no harm to the run loop`() async throws {
    let thread = try await RunLoopThread()
    let promise = Timer.once(after: .seconds(100), on: thread.runLoop.value)

    promise.discard()

    #expect(throws: DiscardedError.self) { try promise.result?.get() }
    try await Timer.once(after: .zero, on: thread.runLoop.value).value
  }
}
