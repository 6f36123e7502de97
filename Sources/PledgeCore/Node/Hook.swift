/// The hook of instrumentation: what the layers above the words report, and the only code of theirs
/// that knows of `Instrumentation/`.
///
/// What occurs for every promise is checked against ``InstrumentationFlags`` first, here or by the
/// caller, so it costs one relaxed load unless it is observed.
extension Node {
  /// Reports the creation of this promise, if it is observed or counted.
  @inlinable @inline(__always) final func reportCreation(by operatorID: OperatorID) {
    if InstrumentationFlags.current.includeAny(of: [.creations, .events]) {
      Instrumentation.wasCreated(self, operatorID)
    }
  }

  /// Reports the outcome of this promise, if events are observed.
  ///
  /// Called by the thread that settled it, before delivery.
  @inlinable @inline(__always) final func reportOutcome() {
    if InstrumentationFlags.current.includeAny(of: .events) { Instrumentation.wasSettled(self) }
  }

  /// Reports that this promise waits for another one, if events are observed.
  ///
  /// Callable from any thread that keeps both nodes alive.
  @inlinable @inline(__always) package final func reportWaiting(for other: Node) {
    if InstrumentationFlags.current.includeAny(of: .events) {
      Instrumentation.waits(self, for: other)
    }
  }

  /// Marks this stage, which is about to be settled because it was spliced out of its chain, to be
  /// reported by ``reportMerges(_:)`` instead of with its outcome, if events are observed.
  @inline(__always) final func markMerged(in merges: inout [Merge]) {
    guard InstrumentationFlags.current.includeAny(of: .events),
      let number = Instrumentation.willMerge(self)
    else { return }
    merges.append(Merge(node: self, number: number))
  }

  /// Reports stages that were spliced out of their chains.
  ///
  /// Called once all are settled: an observer may load a weak reference to one, and would wait
  /// until it is.
  static func reportMerges(_ merges: [Merge]) {
    for merge in merges { Instrumentation.wasMerged(merge.node, number: merge.number) }
  }

  /// Reports in the deinit of this pending promise that it is broken or, if its work is stopped,
  /// discarded.
  @inline(__always) final func reportEnd(isStopped: Bool) {
    guard InstrumentationFlags.current.includeAny(of: .events) else { return }
    if isStopped { Instrumentation.wasDiscarded(self) } else { Instrumentation.wasBroken(self) }
  }

  /// Reports that the context of this stage is about to receive a job, if a listener receives jobs.
  @usableFromInline @inline(never) final func reportJob() {
    guard InstrumentationFlags.current.includeAny(of: .jobs), isPromise else { return }
    Instrumentation.wasHanded(.job(of: self))
  }

  /// Reports an error that nothing has handled, unless it is a cancellation.
  final func reportUnhandled(_ error: any Error) {
    if error.representsCancellation { return }
    UnhandledRejection.report(error, at: site, of: identity, trail)
  }
}

/// An observed stage that was spliced out of its chain.
struct Merge {
  let node: Node
  let number: UInt64
}

// MARK: - Identities

/// The number and the label of an observed promise.
struct PromiseIdentity: Sendable {
  let number: UInt64
  let label: String?
}

extension Node {
  /// The label of this promise: the one that it was given or, while events are observed, that of
  /// its source.
  package final var label: String? { identity?.label ?? Instrumentation.givenLabel(of: self) }

  /// The number and the label of this promise; `nil` if events are not observed, or if it is
  /// internal: then, those at its address are an earlier promise's.
  final var identity: PromiseIdentity? {
    guard InstrumentationFlags.current.includeAny(of: .events), isPromise else { return nil }
    return Instrumentation.identity(of: self)
  }

  /// Removes the number and the labels of this node, if it is a promise, in its deinit.
  @inline(never) final func forgetIdentity() {
    if isPromise { Instrumentation.forget(self) }
  }
}

extension BrokenPromise {
  /// Reports this broken promise, whose error has passed the stages of `trail`.
  func reportUnhandled(_ trail: Trail) {
    UnhandledRejection.report(BrokenPromiseError(self), at: site, of: identity, trail)
  }
}

// MARK: - Workers

/// The worker of a promise, if it is recorded; see ``PromiseWorker``.
extension Node {
  /// Runs `body`, which settles this promise.
  @inline(__always) final func working<Output>(_ body: () throws -> Output) rethrows -> Output {
    try PromiseWorker(of: self).run(body)
  }

  /// Records that the handler of this stage begins.
  @inline(__always) final func reportBeginning() { PromiseWorker(of: self)?.note(.began) }

  /// Records a priority that this promise was lent.
  @inline(__always) final func reportLent(_ priority: UInt8) {
    PromiseWorker(of: self)?.note(.lent, number: Int(priority))
  }

  /// Runs `body`, a delivery, as no part of the task that settled a node; `false` if none is known.
  static func leavingWorker(_ body: () -> Void) -> Bool { PromiseWorker.leave(body) }

  /// Records that the current task awaits this node until ``endAwaiting(by:)`` is called.
  @inline(__always) final func beginAwaiting() -> PromiseWorker? { PromiseWorker.awaiting(self) }

  @inline(__always) final func endAwaiting(by worker: PromiseWorker?) {
    worker?.note(.awaited, self)
  }
}
