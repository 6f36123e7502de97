import Pledge

/// The time limits, and the numbers of calls.
struct Policy: Sendable {
  /// The time limit of an item from its start, for all its calls.
  var deadline = Duration.seconds(60)
  /// The duration of silence after which a second call is made.
  var hedgeAfter = Duration.milliseconds(500)
  /// The number of calls that an item may have at the same time.
  var calls = 4
  /// The number of second calls for each item that is allowed on average.
  ///
  /// It protects workers that are slow because of their load. Ten per second are always allowed.
  var hedgeRatio = 0.2
  /// The delay after a failed call.
  var backoff = Backoff.exponential(.milliseconds(5)).capped(at: .seconds(1)).jittered()
  /// The time limit for the first answer of the run.
  var patience = Duration.seconds(10)
}
