#if canImport(Combine) || OpenCombine
public import Pledge

#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif

extension Pledge.Future {
  /// A publisher of the outcome: the value and the end, or the error.
  ///
  ///     users.load(1).publisher
  ///       .map(\.name)
  ///       .replaceError(with: "nobody")
  ///       .sink { label.value = $0 }
  ///
  /// It has no work of its own: each subscriber gets the one outcome of this promise.
  public final var publisher: PromisePublisher<Value> { PromisePublisher(self) }
}

/// A publisher of the outcome of a promise.
///
/// A subscriber is called on the thread that settles the promise, or within `subscribe` or
/// `request` if it is settled; one after the other, never under a lock. It gets the value once it
/// has asked for one, and the end right after it; an error, that of a discard included, comes
/// unasked for. A demand of none asks for nothing.
///
/// A subscription is a consumer of the promise (spec 6.3.1). Cancelling it leaves the promise: the
/// work is discarded if nobody else waits for it. A promise whose producer is lost fails with
/// `BrokenPromiseError`.
public struct PromisePublisher<Output: Sendable>: Publisher, Sendable {
  /// Any error that a promise may be rejected with.
  public typealias Failure = any Error

  private let promise: Pledge.Future<Output>

  init(_ promise: Pledge.Future<Output>) {
    self.promise = promise
  }

  /// Subscribes `subscriber` to the outcome of the promise.
  ///
  /// - Parameter subscriber: Who gets the outcome.
  public func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Output, Downstream.Failure == any Error {
    let subscription = PromiseSubscription(AnySubscriber(subscriber))
    subscriber.receive(subscription: subscription)
    subscription.start(promise)
  }
}
#endif
