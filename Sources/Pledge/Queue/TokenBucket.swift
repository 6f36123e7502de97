extension PromiseQueue {
  /// The maximum rate at which the operations of a queue start (spec 14.7).
  ///
  ///     let requests = PromiseQueue(limit: 8, rate: .init(10, per: .seconds(1)))
  ///
  /// The rate is a bucket of tokens. Each start takes a token, and the bucket, which is full at
  /// first, is refilled evenly: in the example, with a token every 100 ms. In any period, however
  /// it is placed, at most `burst` operations start, plus those that the rate permits in that
  /// period. There is no boundary at which the starts of two intervals could add up.
  public struct Rate: Sendable, Hashable {
    /// The number of tokens that arrive in an interval.
    public let count: Int
    /// The interval in which `count` tokens arrive.
    public let interval: Duration
    /// The number of tokens that the bucket holds.
    public let burst: Int

    /// Creates a rate.
    ///
    /// With a count or a burst of less than 1, or an interval of zero or less, a queue rejects
    /// every operation with ``ArgumentError``.
    ///
    /// - Parameters:
    ///   - count: The number of operations that may start in an interval.
    ///   - interval: The length of the interval. An interval longer than a hundred years counts as
    ///     a hundred years.
    ///   - burst: The number of operations that may start at once after a pause. With 1, starts are
    ///     evenly spaced.
    public init(_ count: Int, per interval: Duration, burst: Int = 1) {
      self.count = count
      self.interval = interval
      self.burst = burst
    }

    /// The error for invalid arguments, if any.
    var argumentError: ArgumentError? {
      let call = "PromiseQueue.Rate(\(count), per: \(interval), burst: \(burst))"
      if count < 1 { return ArgumentError("\(call): count must be at least 1") }
      if interval <= .zero { return ArgumentError("\(call): interval must be positive") }
      return burst < 1 ? ArgumentError("\(call): burst must be at least 1") : nil
    }
  }
}

/// The tokens of a queue with a rate, independent of clocks; not thread-safe.
///
/// Instead of counting tokens, it keeps the time at which the bucket is full again, so nothing has
/// to happen while tokens arrive, and no rounding errors add up.
struct TokenBucket {
  /// The time in which one token arrives.
  private let period: Duration
  /// The time in which all tokens but one arrive.
  private let tolerance: Duration
  private var fullTime = Duration.zero

  /// Three billion centuries, each of which brings at least one token: more than anything starts.
  private static let longestTolerance = Duration.seconds(1e19)

  /// Creates a full bucket; the arguments of `rate` must be valid.
  init(_ rate: PromiseQueue.Rate) {
    let interval = min(rate.interval, .longestWait)
    let quotient = interval / rate.count
    // Rounds up, because the rate is a maximum.
    let isExact = quotient * rate.count == interval
    period = isExact ? quotient : quotient + Duration(secondsComponent: 0, attosecondsComponent: 1)
    let others = rate.burst - 1
    // Compares first, because the product could overflow.
    let isPossible = Double(others) * (period / TokenBucket.longestTolerance) < 1
    tolerance = isPossible ? period * others : TokenBucket.longestTolerance
  }

  /// Takes a token, or returns the time until there is one.
  ///
  /// Threads read the clock before they acquire the lock, so times may arrive out of order.
  mutating func take(at now: Duration) -> Duration? {
    let delay = fullTime - tolerance - now
    if delay > .zero { return delay }
    fullTime = max(fullTime, now) + period
    return nil
  }
}
