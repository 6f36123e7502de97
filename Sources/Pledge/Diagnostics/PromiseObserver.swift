/// What is told of everything that happens to promises.
///
///     struct Log: PromiseObserver {
///       func observe(_ event: PromiseEvent) { print(event) }
///     }
///
///     let installation = Diagnostics.install(Log())
///
/// A recorder, a log, a collector of metrics.
public protocol PromiseObserver: Sendable {
  /// Takes note of an event.
  ///
  /// On the thread on which it happened, often several at once, and in the midst of Pledge's work: it
  /// should be quick. A promise is told of when it is made or derived before anything else happens to
  /// it, and its end once. Where threads meet, one event may overtake another: what is derived meanwhile
  /// may end before its source is told to. What it does to promises itself is not told to anybody.
  ///
  /// - Parameter event: What happened.
  func observe(_ event: PromiseEvent)

  /// Says all it knows of a promise and of what that waits for, for ``Future/explain()``.
  ///
  /// - Parameter promise: The number of the promise.
  /// - Returns: The text, several lines; `nil`, which is the default, if it keeps no record.
  func explanation(of promise: PromiseID) -> String?
}

extension PromiseObserver {
  /// Knows nothing.
  public func explanation(of promise: PromiseID) -> String? { nil }
}
