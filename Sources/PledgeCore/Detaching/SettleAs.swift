/// A handler that settles a promise with an outcome, unless it is settled.
@frozen @usableFromInline package struct FirstOutcome<Value: Sendable>: OutcomeHandler {
  @usableFromInline let promise: Cell<Value>

  @inlinable package init(promise: Cell<Value>) {
    self.promise = promise
  }

  @usableFromInline package var isNeeded: Bool { !promise.hasOutcome }

  @inlinable package func handle(_ outcome: Result<Value, any Error>, from source: Node) {
    _ = promise.trySettle(with: outcome, from: source)
  }
}

extension Cell {
  /// Settles this promise with the outcome of `source`.
  ///
  /// Detaches from `source` if this promise is settled otherwise, and rejects this promise if it
  /// would wait for itself. Callable from any thread.
  @inlinable package final func settle(as source: Cell<Value>) {
    reportWaiting(for: source)
    let observer = source.observed(with: FirstOutcome(promise: self))
    addDependencies(.one(observer), mayBeStage: true)
    breakCycle(through: source, by: observer)
  }

  // Not a default argument of the function above: with it, callers released `source` too early
  // (Swift 6.3.1, in release mode), which the fuzzer found.
  /// Same as ``settle(as:)``, for a promise that occupies a slot, for which operations may wait.
  @inlinable package final func settle(as source: Cell<Value>, occupiesSlot: Bool) {
    reportWaiting(for: source)
    let observer = source.observed(with: FirstOutcome(promise: self))
    addDependencies(.one(observer), mayBeStage: true)
    breakCycle(through: source, by: observer, occupiesSlot: occupiesSlot)
  }

  /// Settles this promise, whose work has started, with the outcome of `inner`.
  ///
  /// It waits like a stage whose handler has returned `inner`, so loops of lazy promises are
  /// spliced like loops of stages.
  package final func settle(asStarted inner: Cell<Value>) {
    // If this promise has been discarded, it detaches from `inner` like any other promise.
    guard claim() else { return settle(as: inner) }
    let disposition = follow(inner)
    if disposition.isOutcome { settle(disposition, honorsDiscardRequest: true) }
  }
}
