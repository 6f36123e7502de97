internal import PledgeSupport

/// The time to wait before an operation is retried.
///
///     let backoff = Backoff.exponential(.milliseconds(100)).capped(at: .seconds(5)).jittered()
///
/// Waits are limited to the range from zero to a hundred years (spec 11.6.14).
public struct Backoff: Sendable {
  private let delay: @Sendable (_ attempt: Int) -> Duration

  /// Creates a custom backoff.
  ///
  /// - Parameter delay: A closure that returns the time to wait after the attempt with the given
  ///   number, counted from 1. Runs on the thread that rejects the attempt, or on the thread that
  ///   settles the decision to retry.
  public init(_ delay: @escaping @Sendable (_ attempt: Int) -> Duration) {
    self.delay = delay
  }

  /// Returns the time to wait after an attempt.
  ///
  /// - Parameter attempt: The number of the failed attempt, counted from 1. Smaller numbers count
  ///   as 1.
  /// - Returns: The time to wait, from zero to a hundred years.
  public func delay(after attempt: Int) -> Duration {
    delay(max(1, attempt)).asWait
  }

  /// A backoff that does not wait.
  public static var none: Backoff { Backoff { _ in .zero } }

  /// Returns a backoff with constant waits.
  ///
  /// - Parameter delay: The time to wait after each attempt.
  /// - Returns: The backoff.
  public static func constant(_ delay: Duration) -> Backoff {
    Backoff { _ in delay }
  }

  /// Returns a backoff whose waits grow by a constant amount.
  ///
  /// - Parameter step: The first wait, and the amount added after each attempt.
  /// - Returns: The backoff.
  public static func linear(_ step: Duration) -> Backoff {
    let step = step.asWait
    // Divides first, because the product could overflow.
    return Backoff { attempt in
      step > .longestWait / attempt ? .longestWait : step * attempt
    }
  }

  /// Returns a backoff whose waits grow by a constant factor.
  ///
  /// - Parameters:
  ///   - first: The first wait.
  ///   - factor: The factor by which the wait is multiplied after each attempt. A factor below 1
  ///     makes waits shorter. Negative values and NaN count as 1.
  /// - Returns: The backoff.
  public static func exponential(_ first: Duration, factor: Double = 2) -> Backoff {
    let first = first.asWait / .seconds(1)
    let factor = factor >= 0 ? factor : 1
    return Backoff { attempt in
      guard first > 0 else { return .zero }
      return .seconds(min(first * power(factor, attempt - 1), Duration.longestWait / .seconds(1)))
    }
  }

  /// Returns this backoff with waits of at most `limit`.
  ///
  /// - Parameter limit: The longest wait. If it is negative, there are no waits.
  /// - Returns: The backoff.
  public func capped(at limit: Duration) -> Backoff {
    Backoff { attempt in min(limit, delay(after: attempt)) }
  }

  /// Returns this backoff with randomly shortened waits.
  ///
  /// Jitter prevents clients that failed at the same time from all retrying at the same time.
  ///
  /// - Parameter share: The share of each wait that is random, from 0 to 1. Larger values count as
  ///   1; negative values and NaN count as 0.
  /// - Returns: The backoff.
  public func jittered(_ share: Double = 0.5) -> Backoff {
    jittered(share) { .random(in: 0...1) }
  }

  /// Returns this backoff with waits that are shortened by numbers of `generator`.
  ///
  ///     let backoff = Backoff.constant(.seconds(1)).jittered(using: SystemRandomNumberGenerator())
  ///
  /// Same as ``jittered(_:)``. With a generator that is seeded, a test knows the waits exactly.
  ///
  /// - Parameters:
  ///   - share: The share of each wait that is random; see ``jittered(_:)``.
  ///   - generator: The generator, shared by all copies of the returned backoff. Each wait uses its
  ///     next numbers.
  /// - Returns: The backoff.
  public func jittered(
    _ share: Double = 0.5,
    using generator: some RandomNumberGenerator & Sendable
  ) -> Backoff {
    let generator = SharedGenerator(generator)
    return jittered(share) { generator.fraction() }
  }

  private func jittered(
    _ share: Double,
    by fraction: @escaping @Sendable () -> Double
  ) -> Backoff {
    let share = share > 0 ? min(share, 1) : 0
    return Backoff { attempt in delay(after: attempt) * (1 - fraction() * share) }
  }

  /// Returns a power, by squaring; the standard library has no such function.
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

/// A random-number generator that several threads use.
private final class SharedGenerator<Generator: RandomNumberGenerator & Sendable>: Sendable {
  private struct State {
    var generator: Generator
    /// The number of uses.
    var uses = 0
  }

  private let state: Locked<State>

  init(_ generator: Generator) {
    state = Locked(State(generator: generator))
  }

  /// Returns a random number from 0 to 1.
  ///
  /// The generator is user code, so it runs without the lock, on a copy. If another thread has used
  /// the original in the meantime, the number is drawn again.
  func fraction() -> Double {
    while true {
      var next = state.withLock { $0 }
      let found = next.uses
      let fraction = Double.random(in: 0...1, using: &next.generator)
      next.uses += 1
      let isCurrent = state.withLock { state in
        guard state.uses == found else { return false }
        swap(&state, &next)
        return true
      }
      if isCurrent { return fraction }
    }
  }
}
