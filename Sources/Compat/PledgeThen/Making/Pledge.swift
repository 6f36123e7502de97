public import Pledge

// Bridges to and from Pledge's own promises.

extension Promise where T: Sendable {
  /// A Pledge future with the same outcome; its first consumer starts this promise.
  ///
  /// Discarding it or a derived future does not affect this promise. If this promise is broken, the
  /// future is rejected with `BrokenPromiseError` when the last reference to this promise is
  /// released, because until then it can be settled directly.
  public var pledge: Pledge.Future<T> {
    LazyPromise { [self] in
      start()
      return handled.map(\.value)
    }
  }

  /// Creates a dormant promise that follows a Pledge future.
  ///
  /// - Parameter future: The future to wait for, beginning with the start. A discard rejects this
  ///   promise with `DiscardedError`. If `future` is rejected with `BrokenPromiseError`, this
  ///   promise is broken; see ``ThenConfiguration/rejectsBrokenPromises``.
  public convenience init(pledge future: Pledge.Future<T>) {
    self.init(startedBy: { future.map { UncheckedSendable($0) } })
  }
}
