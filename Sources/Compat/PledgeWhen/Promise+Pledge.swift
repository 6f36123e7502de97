public import Dispatch
public import Pledge

extension Promise where T: Sendable {
  /// A Pledge future with the same outcome.
  ///
  /// It is settled on the queue of this promise. It is rejected with `DiscardedError` after a
  /// cancellation, and with `BrokenPromiseError` if this promise is broken, whether or not this
  /// promise stays pending. Discarding it does not affect this promise.
  public var pledge: Future<T> {
    source.map(\.value).mapError { ($0 as? PromiseError) == .cancelled ? DiscardedError() : $0 }
  }

  /// Creates a promise that is settled when a Pledge future is.
  ///
  /// If `pledge` is rejected with a cancellation, such as `DiscardedError`, the promise is rejected
  /// with ``PromiseError/cancelled``. If `pledge` is rejected with `BrokenPromiseError`, the
  /// promise stays pending, unless ``WhenConfiguration/rejectsBrokenPromises`` is set. Settling or
  /// canceling the promise detaches it from `pledge`, which is discarded if it has no other
  /// consumers.
  ///
  /// - Parameters:
  ///   - queue: Where the promise is settled, and where its handlers run.
  ///   - pledge: The future to wait for.
  public convenience init(queue: DispatchQueue = .main, pledge: Future<T>) {
    self.init(queue: queue)
    let values = pledge.map { UncheckedSendable($0) }
    let consumer = core.follow(values.mapError { $0.isCancellation ? PromiseError.cancelled : $0 })
    core.inner.observe { [weak consumer] _ in consumer?.discard() }
  }
}
