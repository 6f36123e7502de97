import Pledge

/// How long to wait for what.
struct Policy: Sendable {
  /// The time that an item has from the moment it is begun, over all its calls.
  var deadline = Duration.seconds(60)
  /// How long a call may be silent before another one is made beside it.
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

  /// Whether the first attempt is long enough for a second call.
  var leavesTimeToHedge: Bool { hedgeAfter < share(of: deadline, attempt: 1) }

  /// Whether an answer counts, at `now`, for an item that had to be answered before `deadline`.
  static func counts<Instant: Comparable>(at now: Instant, before deadline: Instant) -> Bool {
    now < deadline
  }
}
