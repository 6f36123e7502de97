import Dispatch
import PledgeTestSupport
import Testing

@testable import Pledge

/// Tests that need the real clock; their assertions do not depend on timing.
@Suite(.hangLimit)
struct TimerQueueTests {
  private let cage = Cage()
  private let queue = TimerQueue()
  private let hour = Duration.seconds(3_600)

  @Test func `a wait does not end before its time`() async throws {
    let deadline = ContinuousClock.now + .milliseconds(3)

    try await queue.wait(until: deadline).value

    #expect(ContinuousClock.now >= deadline)
    #expect(queue.count == 0)
  }

  @Test func `a deadline in the past expires soon`() async throws {
    try await queue.wait(until: .now - hour).value

    #expect(queue.count == 0)
  }

  @Test func `a timer added later but due earlier does not wait for the others`() async throws {
    let late = queue.wait(until: .now + hour)

    try await queue.wait(until: .now + .milliseconds(1)).value

    #expect(late.isPending)
    late.discard()
  }

  @Test func `canceling a timer keeps the alarm of the others`() async throws {
    let leaving = queue.wait(until: .now + .milliseconds(1))
    let staying = queue.wait(until: .now + .milliseconds(2))

    leaving.discard()

    try await staying.value
    // Completion is the assertion.
  }

  @Test func `a discarded timer is forgotten immediately`() {
    weak var forgotten: Promise<Void>?
    do {
      let promise = queue.wait(until: .now + hour)
      forgotten = promise
      promise.discard()
      #expect(promise.isDiscarded)
    }

    #expect(queue.count == 0)
    #expect(forgotten == nil)
  }

  @Test func `a wait that is removed before it is entered is forgotten`() {
    let ticket = queue.draw()

    queue.remove(ticket)
    queue.enter(ticket, until: .now + hour) { [canary = cage.canary()] in
      withExtendedLifetime(canary) {}
    }

    #expect(queue.count == 0)
    #expect(cage.living == 0)
  }

  @Test func `a wait that is removed while the handler before it runs is forgotten`() {
    repeated { deadline in
      let (started, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let (first, second) = (queue.draw(), queue.draw())
      queue.enter(first, until: deadline) {
        started.signal()
        mayEnd.wait()
      }
      queue.enter(second, until: deadline) { [canary = cage.canary()] in
        withExtendedLifetime(canary) {}
      }
      let areDueTogether = ContinuousClock.now < deadline
      started.wait()

      queue.remove(second)

      if areDueTogether { #expect(cage.living == 0) }
      mayEnd.signal()
      return areDueTogether
    }
  }

  @Test func `a handler is released before the next one runs`() {
    repeated { deadline in
      let ended = DispatchSemaphore(value: 0)
      let living = Locked(0)
      queue.enter(queue.draw(), until: deadline) { [canary = cage.canary()] in
        withExtendedLifetime(canary) {}
      }
      queue.enter(queue.draw(), until: deadline) {
        living.value = cage.living
        ended.signal()
      }
      let areDueTogether = ContinuousClock.now < deadline
      ended.wait()

      if areDueTogether { #expect(living.value == 0) }
      return areDueTogether
    }
  }

  /// Calls `body` with a deadline until both of its waits were entered before it.
  private func repeated(_ body: (ContinuousClock.Instant) -> Bool) {
    while !body(.now + .milliseconds(20)) {}
  }

  @Test func `a distant future does not overflow`() {
    let distant = ContinuousClock.now.advanced(by: .seconds(Int64.max))
    let promise = queue.wait(until: distant)

    #expect(promise.isPending)
    promise.discard()
  }

  @Test func `a slow handler delays no other timer`() async throws {
    let started = queue.wait(until: .now).map { [queue] in
      let ended = DispatchSemaphore(value: 0)
      queue.wait(until: .now + .milliseconds(1)).observe { _ in ended.signal() }
      ended.wait()
    }

    try await started.value
    // Completion is the assertion.
  }

  @Test func `any number of threads may add and cancel timers`() async throws {
    concurrently(1_000) { index in
      let promise = queue.wait(until: .now + (index.isMultiple(of: 2) ? hour : .milliseconds(1)))
        .map { [closure = cage.closure()] in closure() }
      if index.isMultiple(of: 2) { promise.discard() }
    }

    try await queue.wait(until: .now + .milliseconds(1)).value

    while queue.count > 0 { await Task.yield() }
    while cage.living > 0 { await Task.yield() }
    #expect(queue.count == 0)
  }
}
