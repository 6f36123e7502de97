/// What can be seen of a promise from outside, although others go on with it meanwhile.
package struct StatusSnapshot {
  package enum State {
    case fulfilled
    case rejected(any Error, Trail)
    /// Its own handler is running, or somebody is about to settle it.
    case busy
    case pending(Wait)
  }

  /// What a pending promise waits for.
  package enum Wait {
    /// The promises that will settle it.
    case promises([Node])
    /// A slot in the queue of the operation that it stands for.
    case slot(SlotWait)
    /// Its context, which has its handler.
    case context
    /// A promise that has an outcome, or is in its deinit, for that to come round.
    case delivery
    /// The first consumer.
    case consumer
    /// Whoever has to settle it by hand.
    case producer
  }

  package let state: State
  /// What made it; nothing if it is busy.
  package let operatorID: OperatorID?
}

extension Node {
  /// Looks at this promise.
  ///
  /// Any thread.
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

  /// Whether this waits for the promise that its handler has returned, as of now.
  package final var waitsForReturned: Bool {
    let found = upstream.loadRelaxed()
    return found & Upstream.pointer != 0 && found & Upstream.forwarding != 0
  }

  private final var outcomeSnapshot: StatusSnapshot.State? {
    // Acquiring: pairs with the publication of the outcome.
    let found = state.loadAcquiring()
    if found & State.settled == 0 { return nil }
    return found & State.rejected == 0 ? .fulfilled : .rejected(error, trail)
  }

  private final func wait(of operatorID: OperatorID) -> StatusSnapshot.Wait {
    let dependencies = dependencies(upTo: .max) ?? Dependencies()
    if let slot = dependencies.slot, let wait = slot.queue.wait(of: slot.operation) {
      return .slot(wait)
    }
    let sources = ([self] + dependencies.consumers).compactMap { $0.pinnedSource() }
    if !sources.isEmpty { return .promises(sources) }
    if isLazy, !hasConsumers { return .consumer }
    if operatorID.startsChain { return .producer }
    // Without a source, whose outcome is with the context now; with one, that is about to be settled.
    return upstream.loadRelaxed() & Upstream.pointer == 0 ? .context : .delivery
  }
}
