public import Pledge

// The way to Pledge's own names, and back.

extension Promise where Value: Sendable {
  /// This promise, as a future of Pledge: for `await promise.pledge.value`, and for its operators.
  ///
  /// Each call makes another one. Discarding what is made of it leaves this promise as it is. An
  /// unhandled rejection of the future is reported, as everywhere in Pledge. If this promise is broken,
  /// the future is rejected with `BrokenPromiseError`, whether or not this promise stays pending.
  public var pledge: Pledge.Future<Value> {
    inner.map { try $0.get().value }
  }

  /// Creates a promise that is resolved as `future` is settled.
  ///
  /// It is a consumer of `future`, which it leaves when it is resolved by hand. A discard arrives as
  /// the error `DiscardedError`, and a value that is an error rejects. If `future` is rejected with
  /// `BrokenPromiseError`, this promise is broken; see ``PromisesConfiguration/rejectsBrokenPromises``.
  ///
  /// - Parameter future: What to wait for.
  public convenience init(pledge future: Pledge.Future<Value>) {
    let hold = Hold<Value>()
    let outcome = future.map { Outcome($0) }.recover { error in
      if error.isBrokenPromise { throw error }
      return .rejected(error)
    }
    self.init(
      inner: outcome.map(on: AtOnce()) { outcome in
        defer { hold.outlive() }
        return outcome
      }
    )
    hold.keep(self)
  }
}
