/// How long to wait before an operation is tried again.
///
///     .exponential(.milliseconds(100), factor: 2).capped(at: .seconds(5)).jittered()
public struct Backoff: Sendable {
  private let delay: @Sendable (_ attempt: Int) -> Duration

  /// Creates a backoff of one's own.
  ///
  /// - Parameter delay: The time to wait after the attempt with this number, from 1 on.
  public init(_ delay: @escaping @Sendable (_ attempt: Int) -> Duration) {
    self.delay = delay
  }

  /// The time to wait after an attempt; never negative.
  ///
  /// - Parameter attempt: The number of the attempt that failed, from 1 on.
  /// - Returns: The time.
  public func delay(after attempt: Int) -> Duration {
    max(.zero, delay(attempt))
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
    Backoff { attempt in step * attempt }
  }

  /// A wait that is multiplied every time.
  ///
  /// - Parameters:
  ///   - first: The first wait.
  ///   - factor: What it is multiplied with.
  /// - Returns: The backoff.
  public static func exponential(_ first: Duration, factor: Double = 2) -> Backoff {
    Backoff { attempt in
      // A wait past all clocks is one of a hundred years.
      let seconds = first / .seconds(1) * power(factor, attempt - 1)
      return .seconds(min(seconds, 100 * 365 * 86_400))
    }
  }

  /// The same, but never longer than `limit`.
  ///
  /// - Parameter limit: The longest wait.
  /// - Returns: The backoff.
  public func capped(at limit: Duration) -> Backoff {
    Backoff { attempt in min(limit, delay(after: attempt)) }
  }

  /// The same, shortened by chance, so that many who failed together do not come back together.
  ///
  /// - Parameter share: How much of the wait is left to chance, from 0 to 1.
  /// - Returns: The backoff.
  public func jittered(_ share: Double = 0.5) -> Backoff {
    Backoff { attempt in
      delay(after: attempt) * (1 - Double.random(in: 0...1) * min(1, max(0, share)))
    }
  }

  private static func power(_ base: Double, _ exponent: Int) -> Double {
    (0..<max(0, min(exponent, 1_024))).reduce(1) { product, _ in min(product * base, 1e12) }
  }
}
