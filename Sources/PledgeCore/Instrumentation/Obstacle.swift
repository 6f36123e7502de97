/// The reason why a promise is pending.
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
package enum StatusSnapshot {
  case fulfilled
  case rejected(any Error, Trail)
  case pending(Obstacle)
}

extension Node {
  /// Returns the status of this promise, the promises that will settle it, and the operator that
  /// created it, which is `nil` if its handler is running.
  ///
  /// Callable from any thread.
  ///
  /// - Complexity: O(*n*) in the number of promises that it combines.
  package final func statusSnapshot() -> (state: StatusSnapshot, sources: [Node], OperatorID?) {
    let known = knownOperator
    if let outcomeSnapshot { return (outcomeSnapshot, [], operatorID) }
    guard let known else { return (.pending(.handler), [], nil) }
    let (obstacle, sources) = obstacle(of: known)
    return (.pending(obstacle), sources, known)
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

  /// The stage of a fold, a `using`, or an operation in a queue that runs a closure of the user for
  /// it; `nil` if none does now.
  ///
  /// While a closure runs, the operator of its stage cannot be read, and the stage has a site.
  package final var runningStep: Node? {
    let outer = knownOperator
    if outer == .using, !upstream.loadRelaxed().isForwarding { return nil }
    guard outer == .fold || outer == .using || outer == .queue else { return nil }
    var step = firstSource()
    while let next = step, outer != .queue || next.site.bits == site.bits {
      if next.knownOperator == nil { return next }
      if outer != .queue, !next.upstream.loadRelaxed().isForwarding { return nil }
      step = next.firstSource()
    }
    return nil
  }

  private final var outcomeSnapshot: StatusSnapshot? {
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
