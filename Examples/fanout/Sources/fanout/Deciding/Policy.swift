import Pledge

/// How long to wait for what.
struct Policy: Sendable {
  /// The time that an item has from the moment it is begun, over all its calls.
  var deadline = Duration.seconds(60)
  /// How long the first call of an attempt may be silent before a second one is made beside it.
  var hedgeAfter = Duration.milliseconds(500)
  /// How often an item is tried.
  var attempts = 6
  /// How long to wait before the next attempt.
  var backoff = Backoff.exponential(.milliseconds(5)).capped(at: .seconds(1))

  /// How long an attempt may take of the time that is `left`: half of it, so that a worker that
  /// never answers leaves some for another; the last attempt has all.
  func share(of left: Duration, attempt: Int) -> Duration {
    attempt < attempts ? left / 2 : left
  }

  /// When to make the second call, counted from the first; `nil` if the attempt is over by then.
  func hedge(within share: Duration) -> Duration? {
    hedgeAfter < share ? hedgeAfter : nil
  }

  /// Whether an answer counts, at `now`, for an item that had to be answered before `deadline`.
  static func counts<Instant: Comparable>(at now: Instant, before deadline: Instant) -> Bool {
    now < deadline
  }
}
