import Pledge

/// The error of a broken promise (7) and its propagation to other promises.
///
/// Reported at most once (8.1.7).
final class BrokenPromise: Error, @unchecked Sendable {
  private var isReported = false

  static func cause(of outcome: ModelPromise.Outcome?) -> BrokenPromise? {
    if case .failure(let broken as BrokenPromise) = outcome { broken } else { nil }
  }

  /// Records that a consumer received the error.
  ///
  /// The broken promise is reported as soon as the error becomes visible. If the consumer passes
  /// the error on, that is at the end of the chain, provided that the end is retained.
  ///
  /// - Parameters:
  ///   - consumer: The consumer.
  ///   - passed: The outcome of the consumer, if it has one.
  ///   - isUnretained: Whether only the source retained the consumer.
  /// - Returns: Whether the consumer's own rejection counts as handled.
  func wasDelivered(
    to consumer: ModelPromise,
    _ passed: ModelPromise.Outcome?,
    isUnretained: Bool
  ) -> Bool {
    if wasHandled(by: consumer, passed) { return consumer.marksHandled }
    if consumer.consumers.isEmpty, !isUnretained { report() }
    return true
  }

  /// Reports the error unless the consumer passes it on; returns whether it does not.
  @discardableResult
  func wasHandled(by consumer: ModelPromise, _ passed: ModelPromise.Outcome?) -> Bool {
    if BrokenPromise.cause(of: passed) === self, !consumer.marksHandled { return false }
    report()
    return true
  }

  func report() {
    guard !isReported else { return }
    isReported = true
    Ledger.report("broken")
  }
}

extension ModelPromise {
  /// Rejects this because nothing can settle it anymore, or discards it if its work is unwanted.
  func breakPromise() {
    if isUnwanted { return discard() }
    settle(.failure(BrokenPromise()), isHandled: true)
  }

  /// Notifies the consumers of a pending promise that is deallocated (6.3.15, 7.1.3): a rejected
  /// one replaces it.
  func handOffConsumers() {
    let isUnwanted = isUnwanted
    let failure = ModelPromise()
    let broken = BrokenPromise()
    if ignoresErrors { broken.report() }
    failure.state = .settled(.failure(isUnwanted ? DiscardedError() : broken))
    failure.isHandled = true
    failure.consumers = consumers
    failure.isServing = true
    for consumer in consumers { consumer.source = failure }
    consumers = []
    ModelPromise.releaseDependencies(dependencies)
    if isUnwanted { for stop in stops { stop() } }
    failure.serveConsumers()
  }

  /// Whether this has work that can be stopped, and all its consumers are detaching (6.3.15).
  private var isUnwanted: Bool {
    !isShared && !stops.isEmpty && !consumers.isEmpty && consumers.allSatisfy(\.isDetaching)
  }

  /// Whether this consumer, or the promise that waits through it, will not use the outcome.
  private var isDetaching: Bool {
    let waiter = owner ?? self
    guard case .pending = waiter.state else { return true }
    return !waiter.isShared && !waiter.consumers.isEmpty
      && waiter.consumers.allSatisfy(\.isDetaching)
  }
}
