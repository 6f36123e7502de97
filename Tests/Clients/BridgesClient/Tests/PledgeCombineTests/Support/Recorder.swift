import TestSupport

/// A subscriber that records its calls, and requests values on demand.
final class Recorder<Input: Sendable>: Subscriber, Sendable {
  typealias Failure = any Error

  let calls = Locked<[String]>([])
  private let demand: Subscribers.Demand
  private let subscription = Locked<Link?>(nil)
  private let handler: @Sendable (Recorder) -> Void

  private struct Link: @unchecked Sendable {
    let subscription: any Subscription
  }

  /// Creates a subscriber that requests `demand` when it subscribes, and calls `handler` for each
  /// value.
  init(
    asking demand: Subscribers.Demand,
    onValue handler: @escaping @Sendable (Recorder) -> Void = { _ in }
  ) {
    self.demand = demand
    self.handler = handler
  }

  func request(_ demand: Subscribers.Demand) {
    subscription.value?.subscription.request(demand)
  }

  func cancel() {
    subscription.value?.subscription.cancel()
  }

  func receive(subscription: any Subscription) {
    let link = Link(subscription: subscription)
    self.subscription.withLock { $0 = link }
    calls.withLock { $0.append("subscription") }
    if demand > .none { subscription.request(demand) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    calls.withLock { $0.append("\(input)") }
    handler(self)
    return .none
  }

  func receive(completion: Subscribers.Completion<any Error>) {
    let text: String
    switch completion {
    case .finished: text = "finished"
    case .failure(let error): text = "\(error)"
    }
    calls.withLock { $0.append(text) }
  }
}
