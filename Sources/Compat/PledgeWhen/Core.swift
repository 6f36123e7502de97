internal import Dispatch
internal import Pledge
internal import PledgeSupport

/// The state of a promise, which the source that it follows also retains: its handlers run even if
/// the promise has been released.
final class Core<T>: Sendable {
  typealias Inner = Pledge.Promise<UncheckedSendable<T>>

  private let queue: DispatchQueue
  /// The promise on which everything except handlers waits; it is settled when they have run.
  let inner: Inner
  private let ledger: Locked<Ledger<T>>

  init(_ outcome: Outcome<T>?, on queue: DispatchQueue, file: StaticString, line: UInt) {
    self.queue = queue
    inner =
      outcome.map { Inner(result: $0, file: file, line: line) } ?? Inner(file: file, line: line)
    ledger = Locked(Ledger(outcome: outcome))
    // In this API, consumers that detach discard nothing, and unhandled errors are not reported:
    // reading an error marks it as handled.
    inner.shared()
    _ = inner.result
  }

  deinit {
    // A promise with handlers is pending, and nothing can settle it anymore. Releasing `inner`
    // breaks it. The handlers become a consumer first, so Pledge reports it even without others.
    let ledger = ledger.withLock { $0 }
    guard !ledger.handlers.isEmpty || ledger.brokenPromise != nil else { return }
    queue.async { [inner] in
      inner.observe { outcome in
        if case .failure(let error) = outcome, !error.isBrokenPromise { ledger.run(with: outcome) }
      }
      if let brokenPromise = ledger.brokenPromise { inner.reject(brokenPromise) }
    }
  }

  var outcome: Outcome<T>? { ledger.withLock { $0.outcome } }

  /// The promise from which others are derived.
  ///
  /// If this promise is already settled, its queue runs the handlers registered so far first.
  var waited: Inner { inner.isPending ? inner : inner.observe(on: queue.separateJobs) { _ in } }

  /// Settles the promise on its queue, if it is pending at the time of the call.
  ///
  /// The error of a broken promise that stays pending settles nothing. It becomes the error of this
  /// promise's consumers if this promise is deallocated before it is settled directly.
  func settle(with outcome: Outcome<T>) {
    guard self.outcome == nil else { return }
    if case .failure(let error) = outcome, error.isBrokenPromise {
      return ledger.withLock { $0.brokenPromise = $0.brokenPromise ?? error }
    }
    queue.async { self.update(with: outcome) }
  }

  /// Adds a handler that runs on the queue.
  func add(_ handler: Handler<T>) {
    let isDue = ledger.withLock { $0.add(handler) }
    if isDue { queue.async { self.update() } }
  }

  /// Sets the outcome to `new`, if given, and calls the handlers that have not been called.
  ///
  /// Of several outcomes, the first one settles `inner`, and the last one remains as the state.
  private func update(with new: Outcome<T>? = nil) {
    // The earlier outcome is released after unlocking.
    let earlier = ledger.withLock { ledger in
      defer { ledger = Ledger(outcome: new ?? ledger.outcome) }
      return ledger
    }
    guard let outcome = new ?? earlier.outcome else { return }
    earlier.run(with: outcome)
    guard earlier.outcome == nil else { return }
    inner.settle(with: outcome)
    _ = inner.result  // Marks an error as handled.
  }
}

// MARK: - Following another promise

extension Core {
  /// Settles this promise when `source` is settled.
  ///
  /// - Returns: The consumer of `source`.
  func follow(_ source: Inner) -> Inner {
    source.observe { [self] outcome in
      _ = takeFollowing()
      settle(with: outcome)
    }
  }

  /// Settles this promise when `source` is settled, which nothing else uses; see ``takeSource()``.
  func followAlone(_ source: Inner) {
    // Without the mark, the source would be discarded when its consumer detaches.
    source.shared()
    let consumer = follow(source)
    ledger.withLock { $0.following = Following(source: source, consumer: consumer) }
    // If the source was settled concurrently, its consumer has found nothing to remove.
    if !consumer.isPending { _ = takeFollowing() }
  }

  /// The source that this promise follows; `nil` if there is none, or if it is settled.
  var followed: Inner? { ledger.withLock { $0.following?.source } }

  private func takeFollowing() -> Following<T>? { ledger.withLock { $0.following.take() } }

  /// Returns the source that this promise follows, and stops following it; `nil` if anything waits
  /// for this promise.
  ///
  /// The caller has the only reference to the promise.
  func takeSource() -> Inner? {
    let isUnused = ledger.withLock { $0.handlers.isEmpty && $0.outcome == nil }
    guard isUnused, inner.currentConsumerCount == 0, let following = takeFollowing() else {
      return nil
    }
    following.consumer.discard()
    return following.source
  }
}
