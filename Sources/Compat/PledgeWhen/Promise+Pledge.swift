public import Dispatch
public import Pledge

extension Promise where T: Sendable {
  /// A Pledge future with the same outcome.
  ///
  /// It is settled on the queue of this promise. It is rejected with `DiscardedError` after a
  /// cancellation, and with `BrokenPromiseError` if this promise is broken, whether or not this
  /// promise stays pending. Discarding it does not affect this promise.
  public var pledge: Future<T> {
    let (promise, resolver) = Pledge.Promise<T>.pending()
    let observer = core.observe { result in
      let outcome = result.mapError { error in
        if let brokenPromise = error as? BrokenPromise { return brokenPromise.error }
        return error.isCancelled ? DiscardedError() : error
      }
      resolver.settle(with: outcome)
    }
    resolver.onDiscard { [weak core] in core?.removeObserver(observer) }
    return promise
  }

  /// Creates a promise that is settled when a Pledge future is.
  ///
  /// If `pledge` is rejected with a cancellation, such as `DiscardedError`, this is rejected with
  /// ``PromiseError/cancelled``. If it is rejected with `BrokenPromiseError`, this stays pending,
  /// unless ``WhenConfiguration/rejectsBrokenPromises`` is set. Settling or canceling this detaches
  /// it from `pledge`, which is discarded if it has no other consumers.
  ///
  /// - Parameters:
  ///   - queue: Where it is settled, and where its handlers run.
  ///   - pledge: The future to wait for.
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
