internal import PledgeCore

/// The action that follows a failed attempt of `retry`, chosen by its closure `next`.
public struct RetryDecision: Sendable, Hashable {
  private enum Kind: Hashable {
    case stop, again
    case againAfter(Duration)
  }

  private let kind: Kind

  private init(_ kind: Kind) {
    self.kind = kind
  }

  /// Ends the attempts: the result is rejected with the errors so far.
  public static let stop = RetryDecision(.stop)

  /// Starts another attempt after the wait that the backoff specifies.
  public static let again = RetryDecision(.again)

  /// Starts another attempt after `delay`, whatever the backoff specifies.
  ///
  /// - Parameter delay: The time to wait, from zero to a hundred years; other values count as the
  ///   nearest of these.
  /// - Returns: The decision.
  public static func again(after delay: Duration) -> RetryDecision {
    RetryDecision(.againAfter(delay.asWait))
  }

  /// The time to wait after the attempt with the given number; `nil` if the attempts end.
  func delay(after attempt: Int, by backoff: Backoff) -> Duration? {
    switch kind {
    case .stop: nil
    case .again: backoff.delay(after: attempt)
    case .againAfter(let delay): delay
    }
  }
}
