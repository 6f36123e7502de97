public import Pledge

// Bridges to and from Pledge's own promises.

extension Promise where Value: Sendable {
  /// This promise as a Pledge future, for `await promise.pledge.value` and for Pledge's operators.
  ///
  /// Each access creates a new future. Discarding derived futures does not affect this promise. An
  /// unhandled rejection of the future is reported, as always in Pledge. If this promise is broken,
  /// the future is rejected with `BrokenPromiseError` when the last reference to this promise is
  /// released, because until then it can be resolved directly.
  public var pledge: Pledge.Future<Value> {
    handled.map { try $0.get().value }
  }

  /// Creates a promise that is resolved when `future` is settled.
  ///
  /// It is a consumer of `future` and detaches when it is resolved directly. A discard becomes a
  /// rejection with `DiscardedError`, and a value that is an error rejects. If `future` is rejected
  /// with `BrokenPromiseError`, this promise is broken; see
  /// ``PromisesConfiguration/rejectsBrokenPromises``.
  ///
  /// - Parameter future: The future to wait for.
  public convenience init(pledge future: Pledge.Future<Value>) {
    let hold = Hold<Value>()
    let outcome = future.map { Outcome($0) }.recover { error in
      if error.isBrokenPromise { throw error }
      return .rejected(error)
    }
    self.init(
      inner: outcome.map(on: CurrentThreadContext()) { outcome in
        defer { hold.keepAlive() }
        return outcome
      }
    )
    hold.keep(self)
  }
}
