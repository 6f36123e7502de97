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
  /// Calls the subscriber.
  ///
  /// A closure, because the type of the subscriber would have to be Sendable here, and an
  /// `AnySubscriber` costs ten allocations.
  typealias Send = (Signal) -> Void

  /// What a subscriber receives.
  enum Signal {
    case value(Value)
    case completion(Subscribers.Completion<any Error>)
  }

  private typealias Delivery = PromiseDelivery<UncheckedSendable<Send>, Value>

  private struct State {
    var delivery: Delivery
    /// The stage that waits for the promise, until it ends.
    var consumer: Promise<Value>?
  }

  private let state: Locked<State>

  init(_ send: @escaping Send) {
    state = Locked(State(delivery: Delivery(to: UncheckedSendable(send))))
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
    case .send(let value, let send):
      send.value(.value(value))
      let isActive = state.withLock { $0.delivery.finish() }
      if isActive { send.value(.completion(.finished)) }
    case .fail(let error, let send):
      send.value(.completion(.failure(error)))
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
