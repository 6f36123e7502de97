#if canImport(Combine) || OpenCombine
internal import Pledge

internal import class PledgeCore.Locked

#if canImport(Combine)
internal import Combine
#else
internal import OpenCombine
#endif

/// What connects one subscriber with a promise.
///
/// Subscribers are not Sendable. They travel all the same: a publisher has to call them one call at
/// a time, not on one thread, and ``PromiseDelivery`` decides whose turn it is.
final class PromiseSubscription<Value: Sendable>: Subscription, Sendable {
  // Not generic in the type of the subscriber, which would have to be safe to use on any thread,
  // too.
  private typealias Delivery =
    PromiseDelivery<UncheckedSendable<any Subscriber<Value, any Error>>, Value>

  private let delivery: Locked<Delivery>
  /// What waits for the promise, as long as the subscription is not over.
  private let consumer = Locked<Promise<Value>?>(nil)

  init(_ subscriber: any Subscriber<Value, any Error>) {
    delivery = Locked(Delivery(to: UncheckedSendable(subscriber)))
  }

  /// Waits for the outcome of `promise`, unless it has been cancelled.
  func start(_ promise: Pledge.Future<Value>) {
    guard !delivery.withLock({ $0.isOver }) else { return }
    let consumer = promise.observe { outcome in
      self.perform(self.delivery.withLock { $0.settle(outcome) })
    }
    self.consumer.withLock { $0 = consumer }
    if delivery.withLock({ $0.isOver }) { leave() }
  }

  func request(_ demand: Subscribers.Demand) {
    if demand > .none { perform(delivery.withLock { $0.request() }) }
  }

  func cancel() {
    // What was to be called is released here, not under the lock.
    _ = delivery.withLock { $0.cancel() }
    leave()
  }

  private func perform(_ step: Delivery.Step) {
    switch step {
    case .wait: break
    case .send(let value, let subscriber):
      _ = subscriber.value.receive(value)
      if delivery.withLock({ $0.finish() }) { subscriber.value.receive(completion: .finished) }
    case .fail(let error, let subscriber):
      subscriber.value.receive(completion: .failure(error))
    }
    if delivery.withLock({ $0.isOver }) { leave() }
  }

  private func leave() {
    let consumer = consumer.withLock { consumer in
      defer { consumer = nil }
      return consumer
    }
    consumer?.discard()
  }
}
#endif
