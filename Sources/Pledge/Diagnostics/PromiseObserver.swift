/// An observer of everything that happens to promises.
///
///     struct Log: PromiseObserver {
///       func observe(_ event: PromiseEvent) { print(event) }
///     }
///
///     let installation = Diagnostics.install(Log())
///
/// Examples are a recorder, a log, and a collector of metrics.
public protocol PromiseObserver: Sendable {
  /// Receives an event.
  ///
  /// Called on the thread on which the event happened, often on several threads at once, and in the
  /// middle of Pledge's work, so it should be fast. The creation or derivation of a promise is
  /// reported before all its other events, and its settlement is reported once. Events of different
  /// threads can be reported out of order: a promise that is derived while its source settles may
  /// be reported as settled before the source is. Events caused by the observer itself are not
  /// reported to any observer.
  ///
  /// - Parameter event: The event.
  func observe(_ event: PromiseEvent)

  /// Adds to the dump that ``Diagnostics/dump(on:)`` prints; may write a file.
  ///
  /// - Returns: A line for the dump, such as the path of the file; `nil` for none. The default
  ///   implementation returns `nil`.
  func addToDump() -> String?
}

extension PromiseObserver {
  /// Returns `nil`.
  public func addToDump() -> String? { nil }
}
