internal import PledgeCore

/// A producer's handle: what settles a promise, and says so when it is lost.
///
///     let user = Promise<User> { resolver in
///       sdk.load(1) { value, error in resolver.settle(value, error) }
///       resolver.onDiscard { sdk.stop() }
///     }
///
/// Inside 48 nested handlers, what settles the promise returns first; its own handlers run when the
/// outermost of those has returned (spec 3.4.2).
///
/// Copies are one handle. When the last one goes while the promise is pending, nobody can settle it
/// any more, so it is rejected with ``BrokenPromiseError``, which names the place where it was made (spec 7.1.1).
public struct Resolver<Value: Sendable>: Sendable {
  private let producer: Producer<Value>

  init(_ promise: Promise<Value>) {
    producer = Producer(promise)
  }

  /// Fulfils the promise with `value` (spec 2.3.2).
  ///
  /// Any thread. Handlers that are registered already have run, or are with their contexts, before
  /// this returns.
  ///
  /// - Parameter value: The value.
  /// - Returns: Whether this settled it; `false` if it was settled before.
  @discardableResult
  public func fulfill(_ value: Value) -> Bool {
    producer.settle { $0.fulfill(value) }
  }

  /// Rejects the promise with `reason` (spec 2.3.2).
  ///
  /// Any thread. Handlers that are registered already have run, or are with their contexts, before
  /// this returns.
  ///
  /// - Parameter reason: An error, or any other value, which ``RejectionReasonError`` wraps; or `nil`.
  /// - Returns: Whether this settled it; `false` if it was settled before.
  @discardableResult
  public func reject(_ reason: (any Sendable)?) -> Bool {
    producer.settle { $0.reject(with: RejectionReasonError.error(for: reason)) }
  }

  /// Settles the promise with `result` (spec 2.3.2).
  ///
  /// Any thread. Handlers that are registered already have run, or are with their contexts, before
  /// this returns.
  ///
  /// - Parameter result: The value or the error.
  /// - Returns: Whether this settled it; `false` if it was settled before.
  @discardableResult
  public func settle(_ result: Result<Value, any Error>) -> Bool {
    producer.settle { $0.settle(with: result) }
  }

  /// Says how to stop the work, should nobody want its outcome any more (spec 6.2).
  ///
  /// `body` runs on the thread that discards the promise, before any handler hears of that; at once
  /// if it is discarded already. Several run in the order of their registration. It is released when
  /// the promise is settled otherwise. A closure that holds the object which holds this resolver
  /// keeps both until then: capture that weakly where it may be dropped without calling back.
  ///
  /// - Parameter body: What stops the work.
  public func onDiscard(_ body: @escaping @Sendable () -> Void) {
    producer.promise.onDiscard(body)
  }
}

extension Resolver {
  /// Rejects the promise as a discard does, on behalf of who may have settled it: nobody is told then.
  func discard() {
    _ = producer.promise.reject(with: DiscardedError())
  }
}

extension Resolver where Value == Void {
  /// Fulfils the promise (spec 2.3.2).
  ///
  /// Any thread. Handlers that are registered already have run, or are with their contexts, before
  /// this returns.
  ///
  /// - Returns: Whether this settled it; `false` if it was settled before.
  @discardableResult
  public func fulfill() -> Bool {
    fulfill(())
  }
}

/// What all copies of a resolver share.
private final class Producer<Value: Sendable>: Sendable {
  let promise: Promise<Value>

  init(_ promise: Promise<Value>) {
    self.promise = promise
  }

  func settle(_ body: (Promise<Value>) -> Bool) -> Bool {
    let isFirst = body(promise)
    if !isFirst { promise.noteSettledAgain() }
    return isFirst
  }

  deinit {
    promise.breakPromise()
  }
}
