internal import PledgeCore

/// A producer's handle for settling a promise.
///
/// A promise that waits for a callback is created with a closure. The closure receives a resolver,
/// starts the work, and passes the resolver to the callback, which settles the promise with it.
///
///     let user = Promise<User> { resolver in
///       sdk.load(1) { value, error in resolver.settle(value, error) }
///       resolver.onDiscard { sdk.stop() }
///     }
///
/// All copies share one state. If the last copy is released while the promise is pending, the
/// promise is rejected with ``BrokenPromiseError``, which names the source location where the
/// promise was created (spec 7.1.1).
///
/// Handlers nest up to 48 deep on one thread. Inside 48 nested handlers, a call that settles the
/// promise returns first, and the promise's own handlers run when the outermost handler has
/// returned (spec 3.4.2).
///
/// All methods can be called from any thread.
public struct Resolver<Value: Sendable>: Sendable {
  let producer: Producer<Value>

  init(_ promise: Promise<Value>) {
    producer = Producer(promise)
  }

  /// Fulfills the promise with `value`, unless it is already settled (spec 2.3.2).
  ///
  /// Before this method returns, the handlers registered so far have run or have been submitted to
  /// their contexts.
  ///
  /// - Parameter value: The value.
  /// - Returns: `true` if this call settled the promise; `false` if it was already settled.
  @discardableResult
  public func resolve(_ value: Value) -> Bool {
    producer.settle { $0.tryFulfill(value) }
  }

  /// Rejects the promise with `reason`, unless it is already settled (spec 2.3.2).
  ///
  /// Before this method returns, the handlers registered so far have run or have been submitted to
  /// their contexts.
  ///
  /// - Parameter reason: An error. Any other value, including `nil`, is wrapped in
  ///   ``RejectionReasonError``.
  /// - Returns: `true` if this call settled the promise; `false` if it was already settled.
  @discardableResult
  public func reject(_ reason: (any Sendable)?) -> Bool {
    producer.settle { $0.tryReject(with: RejectionReasonError.error(for: reason)) }
  }

  /// Same as the form for any reason, for an error.
  ///
  /// - Parameter error: The error.
  /// - Returns: `true` if this call settled the promise; `false` if it was already settled.
  @discardableResult
  public func reject(_ error: some Error) -> Bool {
    producer.settle { $0.tryReject(with: error) }
  }

  /// Settles the promise with `result`, unless it is already settled (spec 2.3.2).
  ///
  /// Before this method returns, the handlers registered so far have run or have been submitted to
  /// their contexts.
  ///
  /// - Parameter result: The value or the error.
  /// - Returns: `true` if this call settled the promise; `false` if it was already settled.
  @discardableResult
  public func settle(with result: Result<Value, any Error>) -> Bool {
    producer.settle { $0.trySettle(with: result) }
  }

  /// Same as the form for a result with any error, for one with a specific error type.
  ///
  /// - Parameter result: The value or the error.
  /// - Returns: `true` if this call settled the promise; `false` if it was already settled.
  @_disfavoredOverload  // The type of `.success(value)` must not be ambiguous.
  @discardableResult
  public func settle(with result: Result<Value, some Error>) -> Bool {
    settle(with: result.mapError { $0 as any Error })
  }

  /// Registers a closure that stops the work if the promise is discarded (spec 6.2).
  ///
  /// `body` runs on the thread that discards the promise, before any handler is called. If the
  /// promise is already discarded, `body` runs immediately. Several closures run in the order of
  /// their registration. If the promise is settled otherwise, they are released without running.
  ///
  /// If `body` captures the object that holds this resolver, both stay alive until the promise is
  /// settled. Capture the object weakly if its owner may release it without calling back.
  ///
  /// - Parameter body: A closure that stops the work.
  public func onDiscard(_ body: @escaping @Sendable () -> Void) {
    producer.promise.onDiscard(body)
  }
}

extension Resolver {
  /// Rejects the promise with ``DiscardedError``.
  ///
  /// If the promise is already settled, this method does nothing, and nothing is reported.
  func rejectAsDiscarded() {
    _ = producer.promise.tryReject(with: DiscardedError())
  }
}

extension Resolver where Value == Void {
  /// Fulfills the promise, unless it is already settled (spec 2.3.2).
  ///
  /// Before this method returns, the handlers registered so far have run or have been submitted to
  /// their contexts.
  ///
  /// - Returns: `true` if this call settled the promise; `false` if it was already settled.
  @discardableResult
  public func resolve() -> Bool {
    resolve(())
  }
}

/// The state that all copies of a resolver share.
final class Producer<Value: Sendable>: Sendable {
  let promise: Promise<Value>

  init(_ promise: Promise<Value>) {
    self.promise = promise
  }

  func settle(_ body: (Promise<Value>) -> Bool) -> Bool {
    promise.noting(body(promise))
  }

  deinit {
    promise.breakPromise()
  }
}
