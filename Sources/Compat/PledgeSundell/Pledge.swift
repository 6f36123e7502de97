public import Pledge

// The way to Pledge's own promises, and back.

extension Future where Value: Sendable {
  /// The same as a future of Pledge, with all that it can do.
  ///
  /// To discard what is derived from it leaves this future as it is. If this future is broken, it is
  /// rejected with `BrokenPromiseError`, whether or not callbacks run here.
  public final var pledge: Pledge.Future<Value> { inner.map(\.value) }

  /// Creates a future that settles as one of Pledge.
  ///
  /// - Parameter future: What to wait for. A discard rejects this future with `DiscardedError`. If it is
  ///   rejected with `BrokenPromiseError`, this future is broken; see
  ///   ``SundellConfiguration/rejectsBrokenPromises``.
  public convenience init(pledge future: Pledge.Future<Value>) {
    self.init(derived: future.map { value in UncheckedSendable(value) })
  }
}

extension Promise where Value: Sendable {
  /// Creates a promise that settles as one of Pledge, unless it is settled by hand before.
  ///
  /// - Parameter future: What to wait for. It is discarded if the promise is settled by hand and nobody
  ///   else waits for it.
  public convenience init(pledge future: Pledge.Future<Value>) {
    self.init(derived: future.map { value in UncheckedSendable(value) })
  }
}
