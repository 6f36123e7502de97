public import Dispatch
public import Pledge

extension Promise where T: Sendable {
  /// A promise of Pledge for the value, to go on with in Pledge's own names.
  ///
  /// It is settled on the queue of this one. A cancellation rejects it with `DiscardedError`; if this promise
  /// is broken, it is rejected with `BrokenPromiseError`, whether or not this stays pending. Discarding it leaves
  /// this promise.
  public var pledge: Future<T> {
    let (promise, resolver) = Pledge.Promise<T>.pending()
    let observer = core.observe { result in
      resolver.settle(
        result.mapError { error in
          if let brokenPromise = error as? BrokenPromise { return brokenPromise.error }
          return error.isCancelled ? DiscardedError() : error
        }
      )
    }
    resolver.onDiscard { [weak core] in core?.removeObserver(observer) }
    return promise
  }

  /// Creates a promise that is settled as a promise of Pledge.
  ///
  /// If that is rejected with a cancellation, `DiscardedError` for one, this is rejected with
  /// ``PromiseError/cancelled``. If it is rejected with `BrokenPromiseError`, this stays pending, unless
  /// ``WhenConfiguration/rejectsBrokenPromises`` is set. Settling or cancelling this leaves the other,
  /// whose work is discarded if nobody else waits for it.
  ///
  /// - Parameters:
  ///   - queue: Where it is settled, and where its handlers run.
  ///   - pledge: The promise to wait for.
  public convenience init(queue: DispatchQueue = .main, pledge: Future<T>) {
    self.init(queue: queue)
    let consumer = pledge.observe { [core] result in
      core.settle(
        result.mapError { error in
          if error.isCancellation { return PromiseError.cancelled }
          return BrokenPromise(error) ?? error
        }
      )
    }
    core.observe { [weak consumer] _ in consumer?.discard() }
  }
}

extension Error {
  fileprivate var isCancelled: Bool {
    (self as? PromiseError) == .cancelled
  }
}
