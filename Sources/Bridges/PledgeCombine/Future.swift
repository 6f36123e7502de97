#if canImport(Combine) || OpenCombine
public import Pledge

#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif

extension Pledge.Future {
  /// A publisher of the outcome: the value followed by completion, or the error.
  ///
  ///     users.load(1).publisher
  ///       .map(\.name)
  ///       .replaceError(with: "nobody")
  ///       .sink { label.value = $0 }
  ///
  /// The publisher does no work of its own: each subscriber receives the outcome of this promise.
  public final var publisher: PromisePublisher<Value> { PromisePublisher(self) }
}

/// A publisher of the outcome of a promise.
///
/// A subscriber is called on the thread that settles the promise. If the promise is settled, the
/// subscriber is called within `subscribe` or `request`. Calls are serialized, and no lock is held.
/// The value is sent after the first demand, immediately followed by completion. An error,
/// including that of a discard, is sent without demand. A demand of zero has no effect.
///
/// A subscription is a consumer of the promise (spec 6.3.1). Canceling it detaches it, and the work
/// is discarded if it was the last consumer. The publisher of a broken promise fails with
/// `BrokenPromiseError`.
public struct PromisePublisher<Output: Sendable>: Publisher, Sendable {
  /// The error type; a promise may be rejected with any error.
  public typealias Failure = any Error

  private let promise: Pledge.Future<Output>

  init(_ promise: Pledge.Future<Output>) {
    self.promise = promise
  }

  /// Subscribes `subscriber` to the outcome of the promise.
  ///
  /// - Parameter subscriber: The subscriber that receives the outcome.
  public func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Output, Downstream.Failure == any Error {
    let subscription = PromiseSubscription<Output> { signal in
      switch signal {
      case .value(let value): _ = subscriber.receive(value)
      case .completion(let completion): subscriber.receive(completion: completion)
      }
    }
    subscriber.receive(subscription: subscription)
    subscription.start(promise)
  }
}
#endif
