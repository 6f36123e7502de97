/// What keeps a promise pending.
package enum Obstacle: Sendable {
  /// The promises that will settle it.
  case promises
  /// Its own handler is running, or a thread is about to settle it.
  case handler
  /// The context on which its handler has been enqueued; its name is known from events only.
  case context(String?)
  /// The context on which its body runs, or the body.
  case body
  /// The delivery from a source that is settled or in its deinit.
  case delivery
  /// A slot in the queue of the operation that it represents.
  case slot(SlotWait)
  /// The same, as known from events: the operations that have the slots.
  case turn([UInt64])
  /// A task, and the promises that it awaits; known from events only.
  case task(named: String?, awaiting: [UInt64])
  /// Its first consumer.
  case consumer
  case clock
  /// The next element of a sequence.
  case elements
  case batch
  case producer

  /// The obstacle of an operator's promise that waits for no other one.
  package init(of operatorID: OperatorID) {
    self =
      switch operatorID {
      case .alarm, .timer: .clock
      case .batch: .batch
      case .body: .body
      case .elements: .elements
      case .lazyPromise: .consumer
      case .turn: .turn([])
      default: .producer
      }
  }
}

/// The status of a promise at one moment; other threads may be changing it.
package struct StatusSnapshot {
  package enum State {
    case fulfilled
    case rejected(any Error, Trail)
    case pending(Obstacle)
  }

  package let state: State
  /// The promises that will settle it.
  package var sources: [Node] = []
  /// The operator that created the promise; `nil` if its handler is running.
  package var operatorID: OperatorID?
}

extension Node {
  /// Returns a snapshot of the status of this promise.
  ///
  /// Callable from any thread.
  ///
  /// - Complexity: O(*n*) in the number of promises that it combines.
  package final func statusSnapshot() -> StatusSnapshot {
    if pin() {
      let operatorID = operatorID
      unpin()
      if let outcomeSnapshot {
        return StatusSnapshot(state: outcomeSnapshot, operatorID: operatorID)
      }
      let (obstacle, sources) = obstacle(of: operatorID)
      return StatusSnapshot(state: .pending(obstacle), sources: sources, operatorID: operatorID)
    }
    if let outcomeSnapshot { return StatusSnapshot(state: outcomeSnapshot, operatorID: operatorID) }
    return StatusSnapshot(state: .pending(.handler))
  }

  /// Returns the first pending promise that this one waits for; `nil` if there is none.
  ///
  /// - Complexity: O(*n*) in the number of settled promises before it that this one combines.
  package final func firstSource() -> Node? {
    if let source = pinnedSource() { return source }
    guard let dependencies = dependencies(upTo: .max) else { return nil }
    if let slot = dependencies.slot, slot.queue.wait(of: slot.operation) != nil { return nil }
    // Each is asked once, as it may be settled at any time: a lazy sequence asks again, and traps.
    for consumer in dependencies.consumers {
      if let source = consumer.pinnedSource() { return source }
    }
    return nil
  }

  private final var outcomeSnapshot: StatusSnapshot.State? {
    // Acquiring: pairs with the publication of the outcome.
    let found = state.loadAcquiring()
    if found.isPending { return nil }
    return !found.isRejected ? .fulfilled : .rejected(knownError, trail)
  }

  private final func obstacle(of operatorID: OperatorID) -> (Obstacle, [Node]) {
    let dependencies = dependencies(upTo: .max) ?? Dependencies()
    if let slot = dependencies.slot, let wait = slot.queue.wait(of: slot.operation) {
      return (.slot(wait), [])
    }
    let sources = ([self] + dependencies.consumers).compactMap { $0.pinnedSource() }
    if !sources.isEmpty { return (.promises, sources) }
    if isLazy, consumerCount == 0 { return (.consumer, []) }
    // A source that cannot be pinned is about to be settled. A stage without a source has sent the
    // outcome to its context.
    if upstream.loadRelaxed().hasSource { return (.delivery, []) }
    if !operatorID.startsChain { return (.context(nil), []) }
    return (operatorID == .lazyPromise ? .producer : Obstacle(of: operatorID), [])
  }
}
