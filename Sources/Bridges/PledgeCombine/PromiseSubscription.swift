#if canImport(Combine) || OpenCombine
internal import Pledge

internal import PledgeSupport

#if canImport(Combine)
internal import Combine
#else
internal import OpenCombine
#endif

/// The subscription of one subscriber to a promise.
///
/// Subscribers are not Sendable, but may be sent to other threads: the rules for publishers require
/// serialized calls, not a single thread. ``PromiseDelivery`` serializes the calls.
final class PromiseSubscription<Value: Sendable>: Subscription, Sendable {
  // Not generic in the subscriber type, which would have to be Sendable.
  private typealias Delivery =
    PromiseDelivery<UncheckedSendable<AnySubscriber<Value, any Error>>, Value>

  private struct State {
    var delivery: Delivery
    /// The stage that waits for the promise, until it ends.
    var consumer: Promise<Value>?
  }

  private let state: Locked<State>

  init(_ subscriber: AnySubscriber<Value, any Error>) {
    state = Locked(State(delivery: Delivery(to: UncheckedSendable(subscriber))))
  }

  /// Waits for the outcome of `promise`, unless the subscription was canceled.
  func start(_ promise: Pledge.Future<Value>) {
    guard !state.withLock({ $0.delivery.isOver }) else { return }
    let consumer = promise.observe { outcome in
      self.perform(self.state.withLock { $0.delivery.settle(outcome) })
    }
    let isOver = state.withLock { state in
      state.consumer = consumer
      return state.delivery.isOver
    }
    if isOver { detach() }
  }

  func request(_ demand: Subscribers.Demand) {
    if demand > .none { perform(state.withLock { $0.delivery.request() }) }
  }

  func cancel() {
    // The subscriber is released here, not under the lock.
    _ = state.withLock { $0.delivery.cancel() }
    detach()
  }

  private func perform(_ step: Delivery.Step) {
    switch step {
    case .wait: return
    case .send(let value, let subscriber):
      _ = subscriber.value.receive(value)
      let isActive = state.withLock { $0.delivery.finish() }
      if isActive { subscriber.value.receive(completion: .finished) }
    case .fail(let error, let subscriber):
      subscriber.value.receive(completion: .failure(error))
    }
    detach()
  }

  private func detach() {
    let consumer = state.withLock { state in
      defer { state.consumer = nil }
      return state.consumer
    }
    consumer?.discard()
  }
}
#endif
