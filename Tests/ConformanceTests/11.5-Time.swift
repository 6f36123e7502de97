import Pledge
import Testing

@Suite("11.5 `timeout(after:)`", .timeLimit(.minutes(5)))
struct Timeout {
  @Test(
    "11.5.1 A promise that settles within the limit passes its timeout unchanged",
    arguments: everyWay
  )
  func clause11_5_1(way: Way) async throws {
    let clock = ManualClock()
    let fulfilled = way.fulfill(1) { $0.timeout(after: .seconds(5), clock: clock) }
    let rejected = way.reject(Int.self, with: Broken()) {
      $0.timeout(after: .seconds(5), clock: clock)
    }

    clock.advance(by: .seconds(10))

    #expect(fulfilled.got == 1)
    #expect(rejected.failure is Broken)
  }

  @Test("11.5.2 A promise that is pending at the limit is rejected with `TimeoutError`")
  func clause11_5_2() async {
    let clock = ManualClock()
    let source = Promise<Int>()
    let limited = source.timeout(after: .seconds(5), clock: clock)
    await clock.waitForSleepers(1)

    clock.advance(by: .seconds(4))
    await clock.waitForSleepers(1)
    #expect(limited.isPending)
    clock.advance(by: .seconds(1))

    await #expect(throws: TimeoutError(limit: .seconds(5))) { try await limited.settled().get() }
  }

  @Test("11.5.3 A timeout leaves its source")
  func clause11_5_3() async {
    let clock = ManualClock()
    let root = Promise<Int>()
    let stage = root.map { $0 }
    let watched = root.map { $0 }
    let sibling = watched.map { $0 }
    let limited = [stage, watched, root].map { $0.timeout(after: .seconds(5), clock: clock) }
    await clock.waitForSleepers(3)

    clock.advance(by: .seconds(5))
    for promise in limited { _ = await promise.settled() }

    #expect(stage.isDiscarded)
    #expect(watched.isPending)
    #expect(root.isPending)
    root.resolve(1)
    #expect(sibling.got == 1)
    #expect(limited.allSatisfy { $0.failure is TimeoutError })
  }

  @Test("11.5.4 The timer ends as soon as the promise settles or is discarded")
  func clause11_5_4() async {
    let clock = ManualClock()
    let source = Promise<Int>()
    let other = Promise<Int>()
    let settled = source.timeout(after: .seconds(5), clock: clock)
    let discarded = other.timeout(after: .seconds(5), clock: clock)
    let byHand = other.timeout(after: .seconds(5), clock: clock)
    await clock.waitForSleepers(3)

    source.resolve(1)
    discarded.discard()
    byHand.resolve(2)
    await clock.waitForSleepers(0)

    #expect(settled.got == 1)
    #expect(discarded.isDiscarded)
    #expect(byHand.got == 2)
    #expect(other.isPending)
  }
}

@Suite("11.6 `retry(max:)`", .timeLimit(.minutes(5)))
struct Retry {
  @Test("11.6.1 `retry` is fulfilled with the first success", arguments: [1, 2, 3])
  func clause11_6_1(success: Int) async throws {
    let attempts = Attempts()
    let outcome = retry(max: 3) {
      let number = attempts.next()
      return number < success ? Promise(error: Broken(number: number)) : Promise(value: number)
    }

    #expect(try await outcome.settled().get() == success)
    #expect(attempts.count == success)
  }

  @Test("11.6.2 After the last attempt `retry` is rejected with every error")
  func clause11_6_2() async {
    let attempts = Attempts()
    let outcome = retry(max: 3) { Promise<Int>(error: Broken(number: attempts.next())) }

    _ = await outcome.settled()

    let error = outcome.failure as? RetryError
    #expect(error?.errors.map { $0 as? Broken } == [1, 2, 3].map { Broken(number: $0) })
    #expect(error?.last as? Broken == Broken(number: 3))
    #expect(attempts.count == 3)
  }

  @Test("11.6.3 An operation that throws is a failed attempt")
  func clause11_6_3() async throws {
    let attempts = Attempts()
    let outcome = retry(max: 3) {
      if attempts.next() == 1 { throw Broken() }
      return Promise(value: 1)
    }

    #expect(try await outcome.settled().get() == 1)
    #expect(attempts.count == 2)
  }

  @Test("11.6.4 `retry` waits between attempts, as its backoff says")
  func clause11_6_4() async {
    let clock = ManualClock()
    let attempts = Attempts()
    let outcome = retry(max: 3, backoff: .linear(.seconds(1)), clock: clock) {
      Promise<Int>(error: Broken(number: attempts.next()))
    }
    await clock.waitForSleepers(1)
    #expect(attempts.count == 1)

    clock.advance(by: .seconds(1))
    await clock.waitForSleepers(1)
    #expect(attempts.count == 2)
    clock.advance(by: .seconds(1))
    await clock.waitForSleepers(1)
    #expect(attempts.count == 2)
    clock.advance(by: .seconds(1))

    await #expect(throws: RetryError.self) { try await outcome.settled().get() }
    #expect(attempts.count == 3)
  }

  @Test("11.6.5 `retry` stops when `while` refuses the error")
  func clause11_6_5() async {
    let attempts = Attempts()
    let isWorthIt: @Sendable (any Error) -> Bool = { ($0 as? Broken) != Broken(number: 2) }
    let outcome = retry(max: 5, while: isWorthIt) {
      Promise<Int>(error: Broken(number: attempts.next()))
    }

    _ = await outcome.settled()

    #expect((outcome.failure as? RetryError)?.errors.count == 2)
    #expect(attempts.count == 2)
  }

  @Test("11.6.6 Discarding `retry` discards the attempt that runs, and starts no other")
  func clause11_6_6() {
    let attempts = Attempts()
    let log = Log<String>()
    let work = Promise<Int>(discard: { log.add("stop") })
    let outcome = retry(max: 3) {
      _ = attempts.next()
      return work
    }
    #expect(attempts.count == 1)

    outcome.discard()

    #expect(outcome.isDiscarded)
    #expect(work.isDiscarded)
    #expect(log.entries == ["stop"])
    #expect(attempts.count == 1)
  }

  @Test("11.6.7 Discarding `retry` between attempts ends the wait")
  func clause11_6_7() async {
    let clock = ManualClock()
    let attempts = Attempts()
    let outcome = retry(max: 3, backoff: .constant(.seconds(1)), clock: clock) {
      Promise<Int>(error: Broken(number: attempts.next()))
    }
    await clock.waitForSleepers(1)

    outcome.discard()
    await clock.waitForSleepers(0)
    clock.advance(by: .seconds(10))

    #expect(outcome.isDiscarded)
    #expect(attempts.count == 1)
  }

  @Test("11.6.8 An attempt that was discarded or cancelled is not tried again")
  func clause11_6_8() async {
    for error in [Discarded(), CancellationError()] as [any Error] {
      let attempts = Attempts()
      let outcome = retry(max: 3) {
        _ = attempts.next()
        return Promise<Int>(error: error)
      }

      _ = await outcome.settled()

      #expect(outcome.isRejected)
      #expect(attempts.count == 1)
    }
  }

  @Test("11.6.9 Fewer attempts than one are rejected with `ArgumentError`", arguments: [0, -1])
  func clause11_6_9(max: Int) {
    let attempts = Attempts()
    let outcome = retry(max: max) { Promise(value: attempts.next()) }

    #expect(outcome.failure is ArgumentError)
    #expect(attempts.count == 0)
  }
}

/// Counts attempts.
private final class Attempts: Sendable {
  private let made = Locked(0)

  var count: Int { made.value }

  func next() -> Int {
    made.withLock { made in
      made += 1
      return made
    }
  }
}
