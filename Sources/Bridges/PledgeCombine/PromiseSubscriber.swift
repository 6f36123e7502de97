#if canImport(Combine) || OpenCombine
internal import Pledge

internal import class PledgeCore.Locked

#if canImport(Combine)
internal import Combine
#else
internal import OpenCombine
#endif

/// A subscriber that settles a promise, after which it takes nothing any more, whatever the
/// publisher does.
final class PromiseSubscriber<C: Choice, Failure: Error>: Subscriber, Sendable {
  typealias Input = C.Value

  /// Subscriptions are not Sendable, but have to bear being cancelled on any thread.
  private let reception: Locked<Reception<C, UncheckedSendable<any Subscription>>>
  private let resolver: Resolver<C.Chosen>

  init(_ choice: C, _ resolver: Resolver<C.Chosen>) {
    reception = Locked(Reception(choice))
    self.resolver = resolver
  }

  func receive(subscription: any Subscription) {
    let link = UncheckedSendable(subscription)
    guard reception.withLock({ $0.begin(link) }) else { return subscription.cancel() }
    subscription.request(C.takesOne ? .max(1) : .unlimited)
  }

  func receive(_ value: C.Value) -> Subscribers.Demand {
    // What is not needed any more is released here, not under the lock.
    _ = reception.withLock { $0.add(value) }
    if C.takesOne { settle(afterCancelling: true) }
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished:
      settle(afterCancelling: false)
    case .failure(let error):
      if reception.withLock({ $0.end() }) != nil { resolver.reject(error) }
    }
  }

  /// Leaves the publisher.
  func cancel() {
    reception.withLock { $0.end() }?.link?.value.cancel()
  }

  private func settle(afterCancelling cancels: Bool) {
    guard let end = reception.withLock({ $0.end() }) else { return }
    if cancels { end.link?.value.cancel() }
    if let chosen = end.choice.chosen {
      resolver.fulfill(chosen)
    } else {
      resolver.reject(EmptyPublisherError())
    }
  }
}

/// How far a subscriber is: what it has, until it is over.
private struct Reception<C: Choice, Link> {
  private var choice: C?
  private var link: Link?

  init(_ choice: C) {
    self.choice = choice
  }

  /// Takes note of the subscription.
  ///
  /// - Returns: Whether it is wanted: it is the first one, and nothing is over.
  mutating func begin(_ link: Link) -> Bool {
    guard choice != nil, self.link == nil else { return false }
    self.link = link
    return true
  }

  mutating func add(_ value: C.Value) -> C.Value? {
    choice?.add(value)
  }

  /// Ends the reception.
  ///
  /// - Returns: What there was, to be released without the lock; `nil` if it was over.
  mutating func end() -> (choice: C, link: Link?)? {
    guard let choice else { return nil }
    defer { (self.choice, link) = (nil, nil) }
    return (choice, link)
  }
}
#endif
