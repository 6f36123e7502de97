import Pledge
import PledgeTestSupport
import Testing

@Suite(.hangLimit)
struct RetryTests {
  private let attempts = Log<Void>()

  @Test func `waits for asynchronous attempts`() {
    let results = [Promise<Int>(), Promise<Int>()]
    let promise = retry(max: 3) { [attempts] in
      attempts.add()
      return results[attempts.count - 1]
    }
    #expect(attempts.count == 1)

    results[0].reject(Broken())
    #expect(attempts.count == 2)
    results[1].resolve(7)

    #expect(promise.got == 7)
  }

  @Test func `many settled attempts take constant stack`() {
    #expect(retry(max: 20_000, attempts.failing(19_999)).got == 20_000)
  }

  @Test func `discarded by an attempt that fails immediately, it does not retry`() {
    let first = Promise<Int>()
    let held = Locked<Promise<Int>?>(nil)
    let asked = Log<Void>()
    let decide: @Sendable (any Error) -> Bool = { _ in
      asked.add()
      return true
    }
    let promise = retry(max: 5, while: decide) { [attempts] in
      attempts.add()
      held.value?.discard()
      return attempts.count == 1 ? first : Promise(error: Broken())
    }
    held.value = promise

    first.reject(Broken())

    #expect(promise.isDiscarded)
    #expect(attempts.count == 2)
    #expect(asked.count == 1)
  }
}

// MARK: - Waiting

extension RetryTests {
  @Test func `does not wait after the last attempt`() async {
    let clock = ManualClock()
    let promise = retry(max: 1, backoff: .constant(.seconds(1)), clock: clock, attempts.failing(1))

    #expect(promise.failure is RetryError)
    #expect(clock.sleepers == 0)
  }
}

// MARK: - Deciding asynchronously

extension RetryTests {
  @Test func `a canceled decision cancels it`() {
    let promise = retry(deciding: { _ in throw CancellationError() }, attempts.failing(5))

    #expect(promise.failure is CancellationError)
  }

  @Test func `a discarded attempt needs no decision`() {
    let attempt: @Sendable () -> Future<Int> = { Promise(error: DiscardedError()) }
    let promise = retry(deciding: { _ in Promise(error: Broken()) }, attempt)

    #expect(promise.isDiscarded)
  }

  @Test func `the wait begins with the decision`() async throws {
    let clock = ManualClock()
    let decision = Promise<Bool>()
    let promise = retry(
      backoff: .constant(.seconds(5)),
      clock: clock,
      deciding: { _ in decision },
      attempts.failing(1)
    )
    clock.advance(by: .seconds(5))
    #expect(clock.sleepers == 0)

    decision.resolve(true)
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(5))

    #expect(try await promise.value == 2)
  }

  @Test(arguments: [0, -1, .min])
  func `is rejected if no attempt is allowed, without a decision`(max: Int) {
    let promise = retry(max: max, deciding: { _ in Promise(value: true) }, attempts.failing(0))

    #expect(promise.failure is ArgumentError)
    #expect(attempts.count == 0)
  }
}
