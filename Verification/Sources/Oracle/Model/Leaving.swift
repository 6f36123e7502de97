/// Discarding, and consumers that leave (6).
extension ModelPromise {
  /// Discards this unless it is settled; while its own handler runs, once that has returned (6.4.1).
  func discard() {
    if !isLazy, claim() { discardEnding() }
  }

  /// Gets the right to settle, or dooms what the handler that runs will return.
  private func claim() -> Bool {
    switch state {
    case .pending:
      state = .ending
      return true
    case .running:
      state = .running(isDoomed: true)
      return false
    case .ending, .settled: return false
    }
  }

  /// Discards this, which nobody else can settle any more, and all above that nobody else waits for.
  func discardEnding() {
    state = .ending
    var walk = Walk()
    walk.add(self)
    walk.stopWork()
  }

  /// Lets go of all that this waits for, before it is settled by hand.
  func detach() {
    var walk = Walk()
    if let source = leaveSource() { walk.add(source) }
    _ = walk.leaveTies(of: self)
    stops = []
    reaction = nil
    let will = will.take()
    walk.stopWork()
    will?()
  }

  /// Leaves what this waits for.
  ///
  /// - Returns: That, claimed, if nobody waits for it any more (6.3.5).
  func leaveSource(isMissed: Bool = true) -> ModelPromise? {
    guard let source else { return nil }
    self.source = nil
    source.consumers.removeAll { $0 === self }
    // Who has left could have heard of a rejection, and did not want to.
    source.isHeard = true
    let isWanted = !source.consumers.isEmpty || source.isShared || !source.endsWithConsumers
    return !isWanted && isMissed && source.claim() ? source : nil
  }

  /// Ends mere registrations: all leave, and then their handlers go.
  static func depart(_ registrations: [ModelPromise], discard: (ModelPromise) -> Void) {
    let leaving = registrations.filter { $0.claim() }
    for registration in leaving {
      if let deserted = registration.leaveSource() { discard(deserted) }
    }
    for registration in leaving {
      registration.reaction = nil
      registration.state = .settled(.success(0))
    }
  }

  /// Runs `stop` if this is discarded (6.2).
  func onDiscard(_ stop: @escaping () -> Void) {
    endsWithConsumers = true
    if isDiscarded { return stop() }
    if case .settled = state { return }
    stops.append(stop)
  }

  /// Makes registrations with other promises end with this.
  func tie(_ registrations: [ModelPromise]) {
    if case .settled = state {
      ModelPromise.depart(registrations) { $0.discardEnding() }
    } else {
      ties += registrations
    }
  }
}

/// Promises that nobody waits for any more, from the first that was discarded upwards (6.3.12).
private struct Walk {
  private var promises: [(promise: ModelPromise, stop: [() -> Void])] = []

  /// Adds a promise that is claimed, and those above it that nobody else waits for.
  mutating func add(_ first: ModelPromise) {
    var next: ModelPromise? = first
    while let promise = next {
      next = promise.leaveSource()
      promise.reaction = nil
      promises.append((promise, [promise.will.take()].compactMap(\.self)))
    }
  }

  /// - Returns: What stops the work of `promise`.
  mutating func leaveTies(of promise: ModelPromise) -> [() -> Void] {
    let (ties, stops) = (promise.ties, promise.stops)
    (promise.ties, promise.stops) = ([], [])
    ModelPromise.depart(ties) { add($0) }
    return stops
  }

  /// Stops the work, from the top down, and tells everybody.
  mutating func stopWork() {
    var index = 0
    while index < promises.count {
      promises[index].stop += leaveTies(of: promises[index].promise)
      index += 1
    }
    while var last = promises.popLast() {
      // Each goes when it has run: it may hold the last reference to a promise.
      while !last.stop.isEmpty { last.stop.removeFirst()() }
      last.promise.publishAndServe(.failure(Discarding.error), isHeard: true)
    }
  }
}
