#if canImport(Combine) || OpenCombine
internal import Pledge

internal import PledgeSupport

#if canImport(Combine)
internal import Combine
#else
internal import OpenCombine
#endif

/// A subscriber that settles a promise and then ignores all calls of the publisher.
final class PromiseSubscriber<C: Choice, Failure: Error>: Subscriber, Sendable {
  typealias Input = C.Value

  /// Unchecked: subscriptions are not Sendable, but must support cancellation on any thread.
  private let state: Locked<SubscriptionState<C, UncheckedSendable<any Subscription>>>
  private let resolver: Resolver<C.Chosen>

  init(_ choice: C, _ resolver: Resolver<C.Chosen>) {
    state = Locked(SubscriptionState(choice))
    self.resolver = resolver
  }

  func receive(subscription: any Subscription) {
    let link = UncheckedSendable(subscription)
    guard state.withLock({ $0.begin(link) }) else { return subscription.cancel() }
    subscription.request(C.takesOne ? .max(1) : .unlimited)
  }

  func receive(_ value: C.Value) -> Subscribers.Demand {
    // The replaced value is released here, not under the lock.
    _ = state.withLock { $0.add(value) }
    if C.takesOne { settle(afterCancelling: true) }
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished:
      settle(afterCancelling: false)
    case .failure(let error):
      if state.withLock({ $0.end() }) != nil { resolver.reject(error) }
    }
  }

  /// Cancels the subscription.
  func cancel() {
    state.withLock { $0.end() }?.link?.value.cancel()
  }

  private func settle(afterCancelling cancels: Bool) {
    guard let end = state.withLock({ $0.end() }) else { return }
    if cancels { end.link?.value.cancel() }
    if let chosen = end.choice.chosen {
      resolver.resolve(chosen)
    } else {
      resolver.reject(EmptyPublisherError())
    }
  }
}

/// The state of a subscription, with its values until it ends.
private struct SubscriptionState<C: Choice, Link> {
  private var choice: C?
  private var link: Link?

  init(_ choice: C) {
    self.choice = choice
  }

  /// Stores the subscription.
  ///
  /// - Returns: Whether to use it: `true` if it is the first one and reception has not ended.
  mutating func begin(_ link: Link) -> Bool {
    guard choice != nil, self.link == nil else { return false }
    self.link = link
    return true
  }

  mutating func add(_ value: C.Value) -> C.Value? {
    choice?.add(value)
  }

  /// Ends the subscription.
  ///
  /// - Returns: The previous contents, so that the caller can release them without the lock; `nil`
  ///   if the subscription had ended.
  mutating func end() -> (choice: C, link: Link?)? {
    guard let choice else { return nil }
    defer { (self.choice, link) = (nil, nil) }
    return (choice, link)
  }
}
#endif
