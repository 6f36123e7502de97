public import Pledge

// The way to Pledge's own promises, and back.

extension Promise where T: Sendable {
  /// The same as a future of Pledge, whose first consumer starts this promise.
  ///
  /// To discard it, or what is derived from it, leaves this promise as it is. If this promise is broken, it
  /// is rejected with `BrokenPromiseError`, whether or not this promise stays pending.
  public var pledge: Pledge.Future<T> {
    LazyPromise { [self] in
      start()
      return inner.map(\.value)
    }
  }

  /// Creates a dormant promise that settles as one of Pledge.
  ///
  /// - Parameter future: What to wait for from the start on. A discard rejects this promise with
  ///   `DiscardedError`. If it is rejected with `BrokenPromiseError`, this promise is broken; see
  ///   ``ThenConfiguration/rejectsBrokenPromises``.
  public convenience init(pledge future: Pledge.Future<T>) {
    self.init(startedBy: { future.map { UncheckedSendable($0) } })
  }
}
