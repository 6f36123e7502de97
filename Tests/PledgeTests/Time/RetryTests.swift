import Pledge
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RetryTests {
  private let attempts = Tally<Void>()

  /// Fails that often, with its number, and then succeeds with that.
  private func failing(_ times: Int) -> @Sendable () throws -> Future<Int> {
    { [attempts] in
      attempts.note()
      let number = attempts.count
      return number > times ? Promise(value: number) : Promise(error: Broken(number: number))
    }
  }

  @Test func `a success at first is the value`() {
    #expect(retry(max: 3, failing(0)).got == 1)
    #expect(attempts.count == 1)
  }

  @Test func `a success later is the value`() {
    #expect(retry(max: 3, failing(2)).got == 3)
    #expect(attempts.count == 3)
  }

  @Test func `waits for attempts that take their time`() {
    let results = [Promise<Int>(), Promise<Int>()]
    let promise = retry(max: 3) { [attempts] in
      attempts.note()
      return results[attempts.count - 1]
    }
    #expect(attempts.count == 1)

    results[0].reject(Broken())
    #expect(attempts.count == 2)
    results[1].resolve(7)

    #expect(promise.got == 7)
  }

  @Test func `after the last attempt it is rejected with what each failed with`() throws {
    let promise = retry(max: 3, failing(5))

    let error = try #require(promise.failure as? RetryError)
    #expect(error.errors.map { ($0 as? Broken)?.number } == [1, 2, 3])
    #expect((error.last as? Broken)?.number == 3)
    #expect(attempts.count == 3)
  }

  @Test func `what the operation throws is the failure of an attempt`() throws {
    let promise = retry(max: 2) { [attempts] in
      attempts.note()
      guard attempts.count > 1 else { throw Broken() }
      return Promise(value: 7)
    }

    #expect(promise.got == 7)
  }

  @Test(arguments: [0, -1])
  func `is rejected where no attempt is allowed`(max: Int) {
    let promise = retry(max: max, failing(0))

    #expect(promise.failure is ArgumentError)
    #expect(attempts.count == 0)
  }

  @Test func `stops where another attempt makes no sense`() throws {
    let promise = retry(max: 5, while: { ($0 as? Broken)?.number == 1 }, failing(5))

    let error = try #require(promise.failure as? RetryError)
    #expect(error.errors.count == 2)
    #expect(attempts.count == 2)
  }

  @Test func `many settled attempts take a flat stack`() {
    #expect(retry(max: 2_000, failing(1_999)).got == 2_000)
  }

  @Test func `an attempt that was discarded is not tried again`() {
    let source = Promise<Int>()
    let promise = retry(max: 3) { [attempts] in
      attempts.note()
      return source
    }

    source.discard()

    #expect(promise.isDiscarded)
    #expect(attempts.count == 1)
  }

  @Test func `an attempt that was cancelled is not tried again`() {
    let promise = retry(max: 3) { [attempts] in
      attempts.note()
      return Promise<Int>(error: CancellationError())
    }

    #expect(promise.failure is CancellationError)
    #expect(attempts.count == 1)
  }

  @Test func `discarding it discards the attempt and starts no other`() {
    let working = Promise<Int>(discard: {})
    let promise = retry(max: 3) { [attempts] in
      attempts.note()
      return working
    }

    promise.discard()

    #expect(working.isDiscarded)
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
