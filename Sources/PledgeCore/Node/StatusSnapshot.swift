/// The status of a promise at one moment; other threads may be changing it.
package struct StatusSnapshot {
  package enum State {
    case fulfilled
    case rejected(any Error, Trail)
    /// Its own handler is running, or a thread is about to settle it.
    case busy
    case pending(Wait)
  }

  /// The reason why a promise is pending: it waits for the following.
  package enum Wait {
    /// The promises that will settle it.
    case promises([Node])
    /// A slot in the queue of the operation that it represents.
    case slot(SlotWait)
    /// The context on which its handler has been enqueued.
    case context
    /// The delivery from a source that is settled or in its deinit.
    case delivery
    /// The first consumer.
    case consumer
    /// Its producer.
    case producer
  }

  package let state: State
  /// The operator that created the promise; `nil` if the promise is busy.
  package let operatorID: OperatorID?
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
      return StatusSnapshot(
        state: outcomeSnapshot ?? .pending(wait(of: operatorID)),
        operatorID: operatorID
      )
    }
    if let outcomeSnapshot { return StatusSnapshot(state: outcomeSnapshot, operatorID: operatorID) }
    return StatusSnapshot(state: .busy, operatorID: nil)
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

  /// Whether this stage currently waits for a promise that its handler returned.
  package final var waitsForReturned: Bool {
    let found = upstream.loadRelaxed()
    return found.hasSource && found.isForwarding
  }

  private final var outcomeSnapshot: StatusSnapshot.State? {
    // Acquiring: pairs with the publication of the outcome.
    let found = state.loadAcquiring()
    if found.isPending { return nil }
    return !found.isRejected ? .fulfilled : .rejected(knownError, trail)
  }

  private final func wait(of operatorID: OperatorID) -> StatusSnapshot.Wait {
    let dependencies = dependencies(upTo: .max) ?? Dependencies()
    if let slot = dependencies.slot, let wait = slot.queue.wait(of: slot.operation) {
      return .slot(wait)
    }
    let sources = ([self] + dependencies.consumers).compactMap { $0.pinnedSource() }
    if !sources.isEmpty { return .promises(sources) }
    if isLazy, consumerCount == 0 { return .consumer }
    // A source that cannot be pinned is about to be settled. A stage without a source has sent the
    // outcome to its context.
    if upstream.loadRelaxed().hasSource { return .delivery }
    return operatorID.startsChain ? .producer : .context
  }
}
