import Pledge

/// Discarding, and consumers that detach (6).
extension ModelPromise {
  /// Discards this unless it is settled.
  ///
  /// If its own handler is running, waits until it returns (6.4.1).
  func discard() {
    if !isLazy, claim() { discardClaimed() }
  }

  /// Claims the right to settle, or requests a discard if the handler is running.
  func claim() -> Bool {
    switch state {
    case .pending:
      state = .ending
      return true
    case .running:
      state = .running(isDiscardRequested: true)
      return false
    case .ending, .settled: return false
    }
  }

  /// Discards this claimed promise, and all promises above it without other consumers.
  func discardClaimed() {
    state = .ending
    var propagation = DiscardPropagation()
    propagation.add(self)
    propagation.run()
  }

  /// Detaches this from its source and dependencies before it is settled directly.
  func detach() {
    var propagation = DiscardPropagation()
    propagation.detachFromSource(of: self)
    propagation.collectDependencies(of: self)
    stops = []
    finish(&propagation)
  }

  /// Detaches the registrations of a propagation and releases the handler.
  func finish(_ propagation: inout DiscardPropagation) {
    propagation.detachAll()
    continuation = nil
    let cleanup = cleanup.take()
    propagation.run(before: cleanup)
    cleanup?.run()
  }

  /// Detaches this from its source.
  ///
  /// - Returns: The source, claimed, if it has no consumers left and is discarded with them
  ///   (6.3.5).
  func detachFromSource(endsSource: Bool = true) -> ModelPromise? {
    guard let source else { return nil }
    self.source = nil
    // A settled promise keeps the entry until it serves it.
    if source.outcome == nil { source.consumers.removeAll { $0 === self } }
    // A detached consumer counts as having handled the rejection.
    source.isHandled = true
    let isWanted = !source.consumers.isEmpty || source.isShared || !source.endsWithConsumers
    return !isWanted && endsSource && source.claim() ? source : nil
  }

  /// Ends plain registrations.
  static func releaseDependencies(_ registrations: [ModelPromise]) {
    var propagation = DiscardPropagation()
    propagation.addDependencies(registrations)
    propagation.run()
  }

  /// Runs `stop` if this is discarded (6.2).
  func onDiscard(_ stop: @escaping () -> Void) {
    endsWithConsumers = true
    if isDiscarded { return stop() }
    if case .settled = state { return }
    stops.append(stop)
  }

  /// Ends registrations with other promises when this ends.
  func addDependencies(_ registrations: [ModelPromise]) {
    if case .settled = state {
      ModelPromise.releaseDependencies(registrations)
    } else {
      dependencies += registrations
      for registration in registrations { registration.owner = self }
    }
  }
}

/// Promises without remaining consumers, from the first discarded one upward (6.3.12).
///
/// All detach before the first handler is released, because a handler may hold the last
/// reference to a source.
struct DiscardPropagation {
  /// The promises, and for each the one that waited for it.
  private var promises: [(promise: ModelPromise, stops: [() -> Void], waiter: ModelPromise?)] = []
  /// The cleanups that last and that none waits for so far, and the promise below them.
  private var cleanups: [(cleanup: ModelCleanup, below: ModelPromise?)] = []
  /// Plain registrations, which are detached in order.
  private var dependencies: [ModelPromise] = []
  private var detachedCount = 0

  /// Adds a claimed promise, and the promises above it without other consumers.
  mutating func add(_ first: ModelPromise, for owner: ModelPromise? = nil) {
    var (next, waiter) = (first as ModelPromise?, owner)
    while let promise = next {
      next = promise.detachFromSource()
      var stops = promise.stops
      promise.stops = []
      if let cleanup = promise.runningCleanup?() {
        cleanups.append((cleanup, promise))
        stops.append { cleanup.run() }
      }
      promises.append((promise, stops, waiter))
      collectDependencies(of: promise)
      waiter = promise
    }
  }

  mutating func detachFromSource(of promise: ModelPromise, endsSource: Bool = true) {
    if let source = promise.detachFromSource(endsSource: endsSource) { add(source) }
  }

  mutating func collectDependencies(of promise: ModelPromise) {
    addDependencies(promise.dependencies)
    promise.dependencies = []
  }

  mutating func addDependencies(_ registrations: [ModelPromise]) {
    dependencies += registrations
  }

  mutating func detachAll() {
    while detachedCount < dependencies.count {
      let dependency = dependencies[detachedCount]
      detachedCount += 1
      guard dependency.claim(), let source = dependency.detachFromSource() else { continue }
      add(source, for: dependency.owner)
    }
  }

  /// Releases the handlers, stops the work from the top down, and notifies all consumers.
  mutating func run(before last: ModelCleanup? = nil) {
    detachAll()
    for index in promises.indices.reversed() { release(index) }
    _ = last?.follow(cleanups.map(\.cleanup))
    cleanups = []
    for registration in dependencies {
      guard case .ending = registration.state else { continue }
      registration.continuation = nil
      registration.state = .settled(.success(0))
    }
    dependencies = []
    while var last = promises.popLast() {
      // Release each block after its call, because it may hold the last reference to a promise.
      while !last.stops.isEmpty { last.stops.removeFirst()() }
      last.promise.publishAndServe(.failure(DiscardedError()), isHandled: true)
    }
  }

  /// Releases the handler of a promise, whose cleanup waits for those above it (9.5).
  private mutating func release(_ index: Int) {
    let (promise, _, waiter) = promises[index]
    var above = cleanups.filter { $0.below === promise }.map(\.cleanup)
    cleanups.removeAll { $0.below === promise }
    promise.continuation = nil
    if let cleanup = promise.cleanup.take() {
      above = cleanup.follow(above)
      promises[index].stops.insert({ cleanup.run() }, at: 0)
    }
    cleanups += above.map { ($0, waiter) }
  }
}
