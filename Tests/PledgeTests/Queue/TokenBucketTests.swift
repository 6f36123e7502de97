import PledgeTestSupport
import Testing

@testable import Pledge

struct TokenBucketTests {
  private enum Action {
    case take
    case wait(Int)
  }

  @Test(arguments: [1, 2, 3, 5], 1...3)
  func `in every sequence of starts and pauses, it agrees with a bucket that counts`(
    count: Int,
    burst: Int
  ) {
    // Of 60 parts of a token, `count` arrive in a second.
    let rate = PromiseQueue.Rate(count, per: .seconds(60), burst: burst)

    let wrong = firstSequence(of: [Action.take, .wait(7), .wait(30)], length: 8) { actions in
      var bucket = TokenBucket(rate)
      var (now, parts) = (0, burst * 60)
      for action in actions {
        switch action {
        case .wait(let seconds):
          now += seconds
          parts = min(parts + seconds * count, burst * 60)
        case .take:
          let delay = bucket.take(at: .seconds(now))
          if parts >= 60 {
            guard delay == nil else { return false }
            parts -= 60
          } else {
            guard delay == .seconds(60 - parts) / count else { return false }
          }
        }
      }
      return true
    }

    #expect(wrong == nil)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `in any period, however it is placed, at most the permitted number start`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let burst = Int.random(in: 1...4, using: &generator)
    var bucket = TokenBucket(.init(7, per: .seconds(10), burst: burst))
    var (now, starts) = (0, [Int]())
    for _ in 0..<1_000 {
      now += Int.random(in: 0...2_000, using: &generator)
      if bucket.take(at: .milliseconds(now)) == nil { starts.append(now) }
    }

    let isExceeded = starts.indices.contains { first in
      starts[first...].indices.contains { last in
        let period = starts[last] - starts[first]
        return last - first + 1 > burst + period * 7 / 10_000
      }
    }
    #expect(!isExceeded)
    #expect(starts.count > 100)
  }

  @Test func `times that arrive out of order do not add tokens`() {
    var bucket = TokenBucket(.init(1, per: .seconds(10), burst: 1))
    #expect(bucket.take(at: .seconds(20)) == nil)

    #expect(bucket.take(at: .seconds(15)) == .seconds(15))
    #expect(bucket.take(at: .seconds(30)) == nil)
    #expect(bucket.take(at: .seconds(30)) == .seconds(10))
  }

  @Test(arguments: [1, 10, 100])
  func `the whole burst starts at once, however slow the rate is`(years: Int) {
    var bucket = TokenBucket(.init(1, per: .seconds(years * 365 * 86_400), burst: 1_000))
    let started = (0..<1_500).count { _ in bucket.take(at: .zero) == nil }

    #expect(started == 1_000)
  }

  @Test func `extreme rates are possible`() {
    let attosecond = Duration(secondsComponent: 0, attosecondsComponent: 1)
    let rates: [PromiseQueue.Rate] = [
      .init(1, per: .seconds(Int64.max), burst: .max),
      .init(.max, per: attosecond, burst: .max),
      .init(.max, per: .seconds(Int64.max), burst: 1),
      .init(3, per: attosecond, burst: 1),
    ]
    for rate in rates {
      var bucket = TokenBucket(rate)
      #expect(rate.argumentError == nil)
      #expect(bucket.take(at: .zero) == nil)
    }
  }

  @Test func `a token arrives no earlier than the rate permits, however the interval divides`() {
    var bucket = TokenBucket(.init(3, per: .seconds(1)))
    _ = bucket.take(at: .zero)
    let delay = bucket.take(at: .zero)

    #expect(delay.map { $0 * 3 >= .seconds(1) } == true)
  }

  @Test func `invalid arguments are named`() {
    let texts = [
      PromiseQueue.Rate(0, per: .seconds(1)),
      PromiseQueue.Rate(1, per: .zero),
      PromiseQueue.Rate(1, per: .seconds(1), burst: 0),
    ].map { $0.argumentError?.description }

    #expect(
      texts == [
        "PromiseQueue.Rate(0, per: 1.0 seconds, burst: 1): count must be at least 1",
        "PromiseQueue.Rate(1, per: 0.0 seconds, burst: 1): interval must be positive",
        "PromiseQueue.Rate(1, per: 1.0 seconds, burst: 0): burst must be at least 1",
      ]
    )
  }
}
