import Pledge
import PledgeTestSupport
import Testing

@Suite(.timeLimit(.minutes(60)))
struct RetryTests {
  private let attempts = Log<Void>()

  /// Rejects with its number for the first `times` attempts, then fulfills with its number.
  private func failing(_ times: Int) -> @Sendable () throws -> Future<Int> {
    { [attempts] in
      attempts.add()
      let number = attempts.count
      return number > times ? Promise(value: number) : Promise(error: Broken(number: number))
    }
  }

  @Test func `is fulfilled with the value of a successful first attempt`() {
    #expect(retry(max: 3, failing(0)).got == 1)
    #expect(attempts.count == 1)
  }

  @Test func `is fulfilled with the value of a later attempt`() {
    #expect(retry(max: 3, failing(2)).got == 3)
    #expect(attempts.count == 3)
  }

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

  @Test func `after the last attempt, it is rejected with all errors`() throws {
    let promise = retry(max: 3, failing(5))

    let error = try #require(promise.failure as? RetryError)
    #expect(error.errors.map { ($0 as? Broken)?.number } == [1, 2, 3])
    #expect((error.last as? Broken)?.number == 3)
    #expect(attempts.count == 3)
  }

  @Test func `an error thrown by the operation fails the attempt`() throws {
    let promise = retry(max: 2) { [attempts] in
      attempts.add()
      guard attempts.count > 1 else { throw Broken() }
      return Promise(value: 7)
    }

    #expect(promise.got == 7)
  }

  @Test(arguments: [0, -1])
  func `is rejected if no attempt is allowed`(max: Int) {
    let promise = retry(max: max, failing(0))

    #expect(promise.failure is ArgumentError)
    #expect(attempts.count == 0)
  }

  @Test func `stops when the condition returns false`() throws {
    let promise = retry(max: 5, while: { ($0 as? Broken)?.number == 1 }, failing(5))

    let error = try #require(promise.failure as? RetryError)
    #expect(error.errors.count == 2)
    #expect(attempts.count == 2)
  }

  @Test func `many settled attempts take constant stack`() {
    #expect(retry(max: 20_000, failing(19_999)).got == 20_000)
  }

  @Test func `a discarded attempt is not retried`() {
    let source = Promise<Int>()
    let promise = retry(max: 3) { [attempts] in
      attempts.add()
      return source
    }

    source.discard()

    #expect(promise.isDiscarded)
    #expect(attempts.count == 1)
  }

  @Test func `a canceled attempt is not retried`() {
    let promise = retry(max: 3) { [attempts] in
      attempts.add()
      return Promise<Int>(error: CancellationError())
    }

    #expect(promise.failure is CancellationError)
    #expect(attempts.count == 1)
  }

  @Test func `discarding it discards the attempt and starts no other`() {
    let working = Promise<Int>(discard: {})
    let promise = retry(max: 3) { [attempts] in
      attempts.add()
      return working
    }

    promise.discard()

    #expect(working.isDiscarded)
    #expect(promise.isDiscarded)
    #expect(attempts.count == 1)
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

  @Test func `discarded by its decision closure, it starts no other attempt`() {
    let first = Promise<Int>()
    let held = Locked<Promise<Int>?>(nil)
    let decide: @Sendable (any Error) -> Bool = { _ in
      held.value?.discard()
      return true
    }
    let promise = retry(max: 5, while: decide) { [attempts] in
      attempts.add()
      return first
    }
    held.value = promise

    first.reject(Broken())

    #expect(promise.isDiscarded)
    #expect(attempts.count == 1)
  }
}

// MARK: - Waiting

extension RetryTests {
  @Test func `waits as the backoff says`() async throws {
    let clock = ManualClock()
    let backoff = Backoff.linear(.seconds(2))
    let promise = retry(max: 3, backoff: backoff, clock: clock, failing(2))

    await clock.waitForSleepers(1)
    #expect(attempts.count == 1)
    clock.advance(by: .seconds(2))
    await clock.waitForSleepers(1)
    #expect(attempts.count == 2)
    clock.advance(by: .seconds(3))
    #expect(clock.sleepers == 1)
    clock.advance(by: .seconds(1))

    #expect(try await promise.value == 3)
  }

  @Test func `does not wait after the last attempt`() async {
    let clock = ManualClock()
    let promise = retry(max: 1, backoff: .constant(.seconds(1)), clock: clock, failing(1))

    #expect(promise.failure is RetryError)
    #expect(clock.sleepers == 0)
  }

  @Test func `a huge wait does not overflow`() async {
    let clock = ManualClock()
    let backoff = Backoff { _ in .seconds(Int64.max) }
    let promises = [
      retry(backoff: backoff, clock: clock, failing(3)), retry(backoff: backoff, failing(3)),
    ]
    await clock.waitForSleepers(1)

    for promise in promises { promise.discard() }

    #expect(clock.sleepers == 0)
  }

  @Test func `a clock that fails rejects it`() async {
    let clock = BrokenClock()
    let promise = retry(backoff: .constant(.seconds(1)), clock: clock, failing(3))

    await #expect(throws: Broken(number: 0)) { try await promise.value }
    #expect(attempts.count == 1)
  }

  @Test func `discarding it ends the wait and starts no other attempt`() async {
    let clock = ManualClock()
    let promise = retry(max: 3, backoff: .constant(.seconds(1)), clock: clock, failing(3))
    await clock.waitForSleepers(1)

    promise.discard()

    #expect(clock.sleepers == 0)
    #expect(promise.isDiscarded)
    clock.advance(by: .seconds(1))
    #expect(attempts.count == 1)
  }
}

// MARK: - Deciding asynchronously

extension RetryTests {
  @Test func `an asynchronous decision is awaited`() {
    let decision = Promise<Bool>()
    let promise = retry(deciding: { _ in decision }, failing(1))
    #expect(promise.isPending)
    #expect(attempts.count == 1)

    decision.resolve(true)

    #expect(promise.got == 2)
  }

  @Test func `a decision against another attempt ends it`() throws {
    let promise = retry(
      max: 5,
      deciding: { Promise(value: ($0 as? Broken)?.number == 1) },
      failing(5)
    )

    let error = try #require(promise.failure as? RetryError)
    #expect(error.errors.map { ($0 as? Broken)?.number } == [1, 2])
    #expect(error.decisionError == nil)
  }

  @Test func `there is no decision after the last attempt`() throws {
    let asked = Log<Int>()
    let promise = retry(
      max: 3,
      deciding: { error in
        asked.add((error as? Broken)?.number ?? 0)
        return Promise(value: true)
      },
      failing(5)
    )

    let error = try #require(promise.failure as? RetryError)
    #expect(error.errors.count == 3)
    #expect(asked.entries == [1, 2])
  }

  @Test(arguments: [true, false])
  func `a decision that fails ends the retry and reports its error`(isThrown: Bool) throws {
    let promise = retry(
      deciding: { _ in
        if isThrown { throw Broken(number: 9) }
        return Promise(error: Broken(number: 9))
      },
      failing(5)
    )

    let error = try #require(promise.failure as? RetryError)
    #expect(error.errors.map { ($0 as? Broken)?.number } == [1])
    #expect(error.decisionError as? Broken == Broken(number: 9))
  }

  @Test func `a discarded decision discards it`() {
    let decision = Promise<Bool>()
    let promise = retry(deciding: { _ in decision }, failing(5))

    decision.discard()

    #expect(promise.isDiscarded)
  }

  @Test func `a canceled decision cancels it`() {
    let promise = retry(deciding: { _ in throw CancellationError() }, failing(5))

    #expect(promise.failure is CancellationError)
  }

  @Test func `a discarded attempt needs no decision`() {
    let attempt: @Sendable () -> Future<Int> = { Promise(error: DiscardedError()) }
    let promise = retry(deciding: { _ in Promise(error: Broken()) }, attempt)

    #expect(promise.isDiscarded)
  }

  @Test func `discarding it discards the decision and starts no other attempt`() {
    let decision = Promise<Bool>(discard: {})
    let promise = retry(deciding: { _ in decision }, failing(5))

    promise.discard()

    #expect(decision.isDiscarded)
    #expect(promise.isDiscarded)
    #expect(attempts.count == 1)
  }

  @Test func `the wait begins with the decision`() async throws {
    let clock = ManualClock()
    let decision = Promise<Bool>()
    let promise = retry(
      backoff: .constant(.seconds(5)),
      clock: clock,
      deciding: { _ in decision },
      failing(1)
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
    let promise = retry(max: max, deciding: { _ in Promise(value: true) }, failing(0))

    #expect(promise.failure is ArgumentError)
    #expect(attempts.count == 0)
  }
}
