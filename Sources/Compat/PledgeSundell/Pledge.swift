public import Pledge

// Bridges to and from Pledge's own promises.

extension Future where Value: Sendable {
  /// A Pledge future with the same outcome, for use with all of Pledge's operators.
  ///
  /// Discarding derived futures does not affect this future. If this future is broken, the Pledge
  /// future is rejected with `BrokenPromiseError`, whether or not callbacks run here.
  public final var pledge: Pledge.Future<Value> { inner.map(\.value) }

  /// Creates a future that follows a Pledge future.
  ///
  /// - Parameter future: The future to wait for. A discard rejects this future with
  ///   `DiscardedError`. If `future` is rejected with `BrokenPromiseError`, this future is broken;
  ///   see ``SundellConfiguration/rejectsBrokenPromises``.
  public convenience init(pledge future: Pledge.Future<Value>) {
    self.init(derived: future.map { value in UncheckedSendable(value) })
  }
}

extension Promise where Value: Sendable {
  /// Creates a promise that follows a Pledge future, unless the promise is settled directly first.
  ///
  /// - Parameter future: The future to wait for. It is discarded if the promise is settled directly
  ///   and the future has no other consumers.
  public convenience init(pledge future: Pledge.Future<Value>) {
    self.init(derived: future.map { value in UncheckedSendable(value) })
  }
}
