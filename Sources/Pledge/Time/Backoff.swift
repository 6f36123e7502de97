/// How long to wait before an operation is tried again.
///
///     let backoff = Backoff.exponential(.milliseconds(100)).capped(at: .seconds(5)).jittered()
///
/// A wait is never negative and never longer than a hundred years: less counts as none, more as
/// that (spec 11.6.14).
public struct Backoff: Sendable {
  private let delay: @Sendable (_ attempt: Int) -> Duration

  /// Creates a backoff of one's own.
  ///
  /// - Parameter delay: The time to wait after the attempt with this number, from 1 on. Runs on the
  ///   thread that rejects the attempt, or that settles the decision to try again.
  public init(_ delay: @escaping @Sendable (_ attempt: Int) -> Duration) {
    self.delay = delay
  }

  /// The time to wait after an attempt.
  ///
  /// - Parameter attempt: The number of the attempt that failed, from 1 on; less counts as 1.
  /// - Returns: The time, from none to a hundred years.
  public func delay(after attempt: Int) -> Duration {
    delay(max(1, attempt)).asWait
  }

  /// No wait.
  public static var none: Backoff { Backoff { _ in .zero } }

  /// The same wait every time.
  ///
  /// - Parameter delay: The wait.
  /// - Returns: The backoff.
  public static func constant(_ delay: Duration) -> Backoff {
    Backoff { _ in delay }
  }

  /// A wait that grows by the same amount every time.
  ///
  /// - Parameter step: The first wait, and what is added.
  /// - Returns: The backoff.
  public static func linear(_ step: Duration) -> Backoff {
    let step = step.asWait
    // Divided first: the product might overflow.
    return Backoff { attempt in
      step > .longestWait / attempt ? .longestWait : step * attempt
    }
  }

  /// A wait that is multiplied every time.
  ///
  /// - Parameters:
  ///   - first: The first wait.
  ///   - factor: What it is multiplied with; one below 1 makes the waits shorter, one that is negative
  ///     or no number counts as 1.
  /// - Returns: The backoff.
  public static func exponential(_ first: Duration, factor: Double = 2) -> Backoff {
    let first = first.asWait / .seconds(1)
    let factor = factor >= 0 ? factor : 1
    return Backoff { attempt in
      guard first > 0 else { return .zero }
      return .seconds(min(first * power(factor, attempt - 1), Duration.longestWait / .seconds(1)))
    }
  }

  /// The same, but never longer than `limit`.
  ///
  /// - Parameter limit: The longest wait; a negative one allows for none.
  /// - Returns: The backoff.
  public func capped(at limit: Duration) -> Backoff {
    Backoff { attempt in min(limit, delay(after: attempt)) }
  }

  /// The same, shortened by chance, so that many who failed together do not come back together.
  ///
  /// - Parameter share: How much of the wait is left to chance, from 0 to 1; more counts as 1, and
  ///   less, or what is no number, as 0.
  /// - Returns: The backoff.
  public func jittered(_ share: Double = 0.5) -> Backoff {
    let share = share > 0 ? min(share, 1) : 0
    return Backoff { attempt in delay(after: attempt) * (1 - .random(in: 0...1) * share) }
  }

  /// The power, by squaring; the standard library has none.
  private static func power(_ base: Double, _ exponent: Int) -> Double {
    var (power, square, rest) = (1.0, base, exponent)
    while rest > 0 {
      if !rest.isMultiple(of: 2) { power *= square }
      square *= square
      rest /= 2
    }
    return power
  }
}
