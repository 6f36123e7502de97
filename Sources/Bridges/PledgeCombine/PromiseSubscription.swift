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
  // Not generic in the type of the subscriber, which would have to be safe to use on any thread.
  private typealias Delivery =
    PromiseDelivery<UncheckedSendable<AnySubscriber<Value, any Error>>, Value>

  private struct State {
    var delivery: Delivery
    /// What waits for the promise, as long as it is not over.
    var consumer: Promise<Value>?
  }

  private let state: Locked<State>

  init(_ subscriber: AnySubscriber<Value, any Error>) {
    state = Locked(State(delivery: Delivery(to: UncheckedSendable(subscriber))))
  }

  /// Waits for the outcome of `promise`, unless it has been cancelled.
  func start(_ promise: Pledge.Future<Value>) {
    guard !state.withLock({ $0.delivery.isOver }) else { return }
    let consumer = promise.observe { outcome in
      self.perform(self.state.withLock { $0.delivery.settle(outcome) })
    }
    let isOver = state.withLock { state in
      state.consumer = consumer
      return state.delivery.isOver
    }
    if isOver { leave() }
  }

  func request(_ demand: Subscribers.Demand) {
    if demand > .none { perform(state.withLock { $0.delivery.request() }) }
  }

  func cancel() {
    // What was to be called is released here, not under the lock.
    _ = state.withLock { $0.delivery.cancel() }
    leave()
  }

  private func perform(_ step: Delivery.Step) {
    switch step {
    case .wait: return
    case .send(let value, let subscriber):
      _ = subscriber.value.receive(value)
      let isWanted = state.withLock { $0.delivery.finish() }
      if isWanted { subscriber.value.receive(completion: .finished) }
    case .fail(let error, let subscriber):
      subscriber.value.receive(completion: .failure(error))
    }
    leave()
  }

  private func leave() {
    let consumer = state.withLock { state in
      defer { state.consumer = nil }
      return state.consumer
    }
    consumer?.discard()
  }
}
#endif
