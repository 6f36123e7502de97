import Pledge

/// The calls of handlers: each source serves its consumers in order, and then their consumers (3).
extension ModelPromise {
  /// Registers a consumer whose source this is.
  func add(_ consumer: ModelPromise) {
    if isOpen, !ModelNesting.isAtLimit {
      return ModelNesting.nested { serve(consumer) }
    }
    consumers.append(consumer)
    if case .settled = state { if !isServing { serveConsumers() } } else { startOnce() }
  }

  /// Runs the handler of a consumer that found this settled.
  func serve(_ consumer: ModelPromise) {
    var consumer = consumer
    if ModelPromise.begin(&consumer, from: self, isLate: true) {
      consumer.serveConsumers()
    }
  }

  /// Starts lazy work, unless it has been started.
  func startOnce() {
    guard let start else { return }
    guard !ModelNesting.isAtLimit else { return ModelNesting.later { self.startOnce() } }
    self.start = nil
    ModelNesting.nested { start(self) }
  }

  /// Serves the consumers of this settled promise, then their consumers, and so on.
  ///
  /// At the nesting limit, they wait; a later registration may serve them first (3.4.5).
  func serveConsumers() {
    guard ModelNesting.isAtLimit else { return ModelNesting.nested { serveAll() } }
    isServing = false
    ModelNesting.later { if !self.isServing, !self.consumers.isEmpty { self.serveAll() } }
  }

  private func serveAll() {
    let brokenPromise = BrokenPromise.cause(of: outcome)
    var sources = [self]
    isServing = true
    while !sources.isEmpty {
      let source = sources.removeFirst()
      while source.isServing, !source.consumers.isEmpty {
        let isUnretained =
          brokenPromise != nil && isKnownUniquelyReferenced(&source.consumers[0])
        var consumer = source.consumers.removeFirst()
        if ModelPromise.begin(
          &consumer,
          from: source,
          in: brokenPromise,
          isUnretained: isUnretained,
          isLastSource: sources.isEmpty
        ) {
          sources.append(consumer)
        }
      }
      source.isServing = false
    }
  }

  /// Runs the handler of a consumer.
  ///
  /// - Returns: Whether the consumer is settled now and has consumers to serve.
  private static func begin(
    _ consumer: inout ModelPromise,
    from source: ModelPromise,
    in brokenPromise: BrokenPromise? = nil,
    isUnretained: Bool = false,
    isLastSource: Bool = false,
    isLate: Bool = false
  ) -> Bool {
    guard let resolution = consumer.runHandler(of: source) else {
      // A consumer that is about to detach counts as having handled the rejection.
      source.isHandled = true
      return false
    }
    let passed: Outcome?
    if case .follow(let inner) = resolution, splice(&consumer, into: inner) {
      passed = nil
    } else {
      passed = consumer.resolve(resolution)
    }
    if case .nothing(isIgnored: true) = resolution { return false }
    let isHandled =
      brokenPromise?.wasDelivered(to: consumer, passed, isUnretained: isUnretained)
      ?? consumer.marksHandled
    source.isHandled = true
    // The source may have been broken before it had a consumer (8.1.10).
    if isLate { BrokenPromise.cause(of: source.outcome)?.wasHandled(by: consumer, passed) }
    guard let passed else { return false }
    // The thread turns to the consumer, so that later registrations with the source need not wait.
    if isLastSource, source.consumers.isEmpty { source.isServing = false }
    return consumer.publish(passed, isHandled: isHandled)
  }

  /// Runs the handler of this consumer; returns `nil` if it is detaching.
  private func runHandler(of source: ModelPromise) -> Resolution? {
    guard case .pending = state, case .settled(let outcome) = source.state,
      let continuation = continuation.take()
    else { return nil }
    state = .running(isDiscardRequested: false)
    self.source = nil
    cleanup = nil
    return ModelPromise.resolution(of: continuation, to: outcome)
  }

  static func resolution(of continuation: Continuation, to outcome: Outcome) -> Resolution {
    do {
      return try continuation(outcome)
    } catch {
      return .settle(.failure(error))
    }
  }

  /// Returns the outcome of a resolution, or `nil` if there is none yet.
  func resolve(_ resolution: Resolution) -> Outcome? {
    switch resolution {
    case .settle(let outcome): return outcome
    case .follow(let inner): return follow(inner)
    case .send(let job, let context):
      job.wait(with: self)
      context.enqueue(job)
      return nil
    case .nothing: return nil
    }
  }

  /// Waits for the promise that lazy work has started, as a stage waits for its handler's promise.
  func settle(asStarted inner: ModelPromise) {
    guard case .pending = state else { return settle(as: inner) }
    state = .running(isDiscardRequested: false)
    if let outcome = follow(inner) { publishAndServe(outcome, isHandled: false) }
  }

  /// Waits for the promise that the handler has returned (4.2, 4.3).
  private func follow(_ inner: ModelPromise) -> Outcome? {
    if inner === self { return .failure(CycleError()) }
    if inner.isOpen, let outcome = inner.outcome {
      inner.isHandled = true
      BrokenPromise.cause(of: outcome)?.report()
      return outcome
    }
    continuation = { .settle($0) }
    isForwarding = true
    source = inner
    endsWithConsumers = true
    guard case .running(isDiscardRequested: false) = state else {
      discardClaimed()
      return nil
    }
    state = .pending
    inner.add(self)
    breakCycle(through: self)
    return nil
  }
}
