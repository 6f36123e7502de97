import Pledge

/// The time limits and numbers of attempts.
struct Policy: Sendable {
  /// The time limit of an item from its start, for all its calls.
  var deadline = Duration.seconds(60)
  /// The duration of silence after which a second call is made.
  var hedgeAfter = Duration.milliseconds(500)
  /// The number of attempts for an item.
  ///
  /// Those that do not reach a worker take no time.
  var attempts = 16
  /// The number of calls that an attempt may have, or the number of workers if that is larger.
  var calls = 4
  /// The number of second calls for each item that is allowed on average.
  ///
  /// It protects workers that are slow because of their load. Ten per second are always allowed.
  var hedgeRatio = 0.2
  /// The time between two heartbeats, and the time limit of each.
  var beat = Duration.milliseconds(500)
  var beatLimit = Duration.seconds(2)
  /// The time limit for the first answer to a heartbeat in the run.
  var patience = Duration.seconds(10)
  /// The delay before the next attempt.
  var backoff = Backoff.exponential(.milliseconds(5)).capped(at: .seconds(1))

  /// Returns the time limit of an attempt with `left` remaining: half, so that time is left for
  /// another worker, or everything for the last attempt.
  func share(of left: Duration, attempt: Int) -> Duration {
    attempt < attempts ? left / 2 : left
  }

  /// Whether the first attempt is long enough for a second call.
  var leavesTimeToHedge: Bool { hedgeAfter < share(of: deadline, attempt: 1) }
}
