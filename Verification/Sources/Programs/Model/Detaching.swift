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
    propagation.detachAll()
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
  private var promises: [(promise: ModelPromise, stops: [() -> Void])] = []
  /// For each path: its first promise, and the promise that waited for it as a dependency.
  private var paths: [(start: Int, owner: ModelPromise?)] = []
  /// The cleanups that last and that none waits for so far, and the promise below them.
  private var cleanups: [(cleanup: ModelCleanup, below: ModelPromise?)] = []
  /// Promises that wait for others on behalf of another one.
  private var consumers: [(consumer: ModelPromise, owner: ModelPromise)] = []
  /// Plain registrations.
  private var dependencies: [ModelPromise] = []
  /// The number of registrations that have been processed.
  private var detachedCount = 0
  private var detached: [ModelPromise] = []

  /// Adds a claimed promise, and the promises above it without other consumers.
  mutating func add(_ first: ModelPromise, for owner: ModelPromise? = nil) {
    paths.append((promises.count, owner))
    var next: ModelPromise? = first
    while let promise = next {
      next = promise.detachFromSource()
      promises.append((promise, promise.stops))
      promise.stops = []
      if let cleanup = promise.runningCleanup?() {
        cleanups.append((cleanup, promise))
        promises[promises.count - 1].stops.append { cleanup.run() }
      }
      collectDependencies(of: promise)
      consumers += promise.endConsumers().map { ($0, promise) }
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
    while detachedCount < dependencies.count || !consumers.isEmpty {
      let next = dependencies[detachedCount...]
      detachedCount = dependencies.count
      for dependency in next where dependency.claim() {
        detached.append(dependency)
        if let source = dependency.detachFromSource() { add(source, for: dependency.owner) }
      }
      if let (consumer, owner) = consumers.popLast(), consumer.claim() { add(consumer, for: owner) }
    }
  }

  /// Releases the handlers, stops the work from the top down, and notifies all consumers.
  mutating func run(before last: ModelCleanup? = nil) {
    detachAll()
    for path in paths.indices.reversed() { release(path) }
    _ = last?.follow(cleanups.map(\.cleanup))
    cleanups = []
    for registration in detached {
      registration.continuation = nil
      registration.state = .settled(.success(0))
    }
    (dependencies, detached) = ([], [])
    while var last = promises.popLast() {
      // Release each block after its call, because it may hold the last reference to a promise.
      while !last.stops.isEmpty { last.stops.removeFirst()() }
      last.promise.publishAndServe(.failure(Discarding.error), isHandled: true)
    }
  }

  /// Releases the handlers of a path, and orders their cleanups (9.5).
  private mutating func release(_ path: Int) {
    let end = path + 1 < paths.count ? paths[path + 1].start : promises.count
    var above: [ModelCleanup] = []
    for index in (paths[path].start..<end).reversed() {
      let promise = promises[index].promise
      above += cleanups.filter { $0.below === promise }.map(\.cleanup)
      cleanups.removeAll { $0.below === promise }
      promise.continuation = nil
      guard let cleanup = promise.cleanup.take() else { continue }
      above = cleanup.follow(above)
      promises[index].stops.insert({ cleanup.run() }, at: 0)
    }
    cleanups += above.map { ($0, paths[path].owner) }
  }
}
