/// Discarding, and consumers that leave (6).
extension ModelPromise {
  /// Discards this unless it is settled; while its own handler runs, once that has returned (6.4.1).
  func discard() {
    if !isLazy, claim() { discardEnding() }
  }

  /// Gets the right to settle, or dooms what the handler that runs will return.
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

  /// Discards this, which nobody else can settle any more, and all above that nobody else waits for.
  func discardEnding() {
    state = .ending
    var walk = Walk()
    walk.add(self)
    walk.run()
  }

  /// Lets go of all that this waits for, before it is settled by hand.
  func detach() {
    var walk = Walk()
    walk.leaveSource(of: self)
    walk.leaveTies(of: self)
    walk.leaveAll()
    stops = []
    finish(&walk)
  }

  /// Ends what a walk has left, and forgets the handler.
  func finish(_ walk: inout Walk) {
    walk.leaveAll()
    reaction = nil
    let will = will.take()
    walk.run()
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
    source.isHandled = true
    let isWanted = !source.consumers.isEmpty || source.isShared || !source.endsWithConsumers
    return !isWanted && isMissed && source.claim() ? source : nil
  }

  /// Ends mere registrations.
  static func depart(_ registrations: [ModelPromise]) {
    var walk = Walk()
    walk.leave(registrations)
    walk.run()
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
      ModelPromise.depart(registrations)
    } else {
      ties += registrations
    }
  }
}

/// Promises that nobody waits for any more, from the first that was discarded upwards (6.3.12).
///
/// All leave what they wait for before the first handler goes, which may hold the last reference to
/// some of that.
struct Walk {
  private var promises: [(promise: ModelPromise, stops: [() -> Void])] = []
  /// Mere registrations.
  private var ties: [ModelPromise] = []
  /// How many of them have been looked at.
  private var leftCount = 0
  private var departing: [ModelPromise] = []

  /// Adds a promise that is claimed, and those above it that nobody else waits for.
  mutating func add(_ first: ModelPromise) {
    var next: ModelPromise? = first
    while let promise = next {
      next = promise.leaveSource()
      promises.append((promise, promise.stops))
      promise.stops = []
      leaveTies(of: promise)
    }
  }

  mutating func leaveSource(of promise: ModelPromise, isMissed: Bool = true) {
    if let source = promise.leaveSource(isMissed: isMissed) { add(source) }
  }

  mutating func leaveTies(of promise: ModelPromise) {
    leave(promise.ties)
    promise.ties = []
  }

  mutating func leave(_ registrations: [ModelPromise]) {
    ties += registrations
  }

  mutating func leaveAll() {
    while leftCount < ties.count {
      let tie = ties[leftCount]
      leftCount += 1
      guard tie.claim() else { continue }
      departing.append(tie)
      leaveSource(of: tie)
    }
  }

  /// Lets the handlers go; then stops the work, from the top down, and tells everybody.
  mutating func run() {
    leaveAll()
    for index in promises.indices.reversed() {
      let promise = promises[index].promise
      promise.reaction = nil
      promises[index].stops.insert(contentsOf: [promise.will.take()].compactMap(\.self), at: 0)
    }
    for registration in departing {
      registration.reaction = nil
      registration.state = .settled(.success(0))
    }
    (ties, departing) = ([], [])
    while var last = promises.popLast() {
      // Each goes when it has run: it may hold the last reference to a promise.
      while !last.stops.isEmpty { last.stops.removeFirst()() }
      last.promise.publishAndServe(.failure(Discarding.error), isHandled: true)
    }
  }
}
