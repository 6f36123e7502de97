import Pledge

/// The time limits and numbers of attempts.
struct Policy: Sendable {
  /// The time limit of an item from its start, for all its calls.
  var deadline = Duration.seconds(60)
  /// The duration of silence after which a second call is made.
  var hedgeAfter = Duration.milliseconds(500)
  /// The number of attempts for an item.
  var attempts = 6
  /// The delay before the next attempt.
  var backoff = Backoff.exponential(.milliseconds(5)).capped(at: .seconds(1))

  /// Returns the time limit of an attempt with `left` remaining: half, so that time is left for
  /// another worker, or everything for the last attempt.
  func share(of left: Duration, attempt: Int) -> Duration {
    attempt < attempts ? left / 2 : left
  }

  /// Whether the first attempt is long enough for a second call.
  var leavesTimeToHedge: Bool { hedgeAfter < share(of: deadline, attempt: 1) }

  /// Returns whether an answer at `now` counts for an item that had to be answered before
  /// `deadline`.
  static func counts<Instant: Comparable>(at now: Instant, before deadline: Instant) -> Bool {
    now < deadline
  }
}
