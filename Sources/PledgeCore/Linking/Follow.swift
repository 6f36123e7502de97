internal import CPledge

/// Stages that wait for the promise that their handler returned.
extension Node {
  /// Makes this stage, whose handler has returned `inner`, settle with the outcome of `inner`.
  ///
  /// Called only by the claimer, with an empty payload and an entry point that forwards.
  ///
  /// The two are not merged: the stage becomes a consumer of `inner` like any other, so settling or
  /// discarding the stage directly does not settle `inner`.
  @usableFromInline @inline(never) final func follow(_ inner: Node) -> Disposition {
    reportWaiting(for: inner)
    if inner === self {
      putError(CycleError(at: [site]), Trail(from: operatorID))
      return .rejected
    }
    if inner.isOpen {
      inner.wasReceived()
      return unsafe entryPoint(self, .resolve(with: inner))
    }
    if splice(into: inner) { return .nothing }
    wait(for: inner)
    guard unclaim() else {
      Node.discardClaimed(self, nil)
      // If `inner` has been settled since, it has not recorded that this stage has detached.
      inner.markHandled()
      return .nothing
    }
    if inner.attach(self) {
      breakCycle(through: inner)
      return .nothing
    }
    inner.wasReceived()
    return begin(from: inner) ? unsafe entryPoint(self, .resolve(with: inner)) : .nothing
  }

  /// Marks the rejection of this settled node, if there is one, as handled by the stage that
  /// follows.
  @inline(__always) private final func wasReceived() {
    guard state.loadRelaxed().isRejected else { return }
    markHandled()
    reportIfBroken()
  }

  /// Sets a new source atomically, so that no thread finds this node without one.
  private final func wait(for source: Node) {
    next = 0  // The node was in the list of the old source.
    var found = upstream.loadRelaxed()
    var desired: UpstreamWord
    repeat {
      desired = found.forwarding(to: source.address)
    } while !upstream.exchangeReleasing(&found, for: desired)
  }
}

extension Cell {
  /// Creates the stage of a handler that ran before the stage existed and returned `inner`.
  ///
  /// The stage settles with the outcome of `inner`; `entryPoint` belongs to the handler's operator.
  @usableFromInline @inline(never)
  package convenience init(
    following inner: Cell<Value>,
    at site: Site,
    by operatorID: OperatorID,
    entryPoint: @escaping EntryPoint
  ) {
    self.init(
      state: .claimed,
      upstream: .dependent,
      site: site,
      operatorID: operatorID,
      entryPoint: entryPoint
    )
    let disposition = follow(inner)
    if disposition.isOutcome { settle(disposition) }
  }

  /// Returns this promise, which a handler has returned, if it cannot be distinguished from a stage
  /// that settles with its outcome.
  ///
  /// That is the case for a fulfilled promise. Returning it instead of the stage keeps loops over
  /// settled promises in constant memory. A rejected promise can be distinguished, because handling
  /// it does not handle the stage; a lazy promise can, because its class differs.
  ///
  /// - Parameter type: The class of a stage.
  /// - Returns: This promise; `nil` if a stage is needed.
  @inlinable @inline(__always)
  package final func replacement<Stage: Cell<Value>>(as type: Stage.Type) -> Stage? {
    // SAFETY: all promises except lazy ones have the class of a stage.
    isIndistinguishable ? unsafe unsafeDowncast(self, to: type) : nil
  }

  @usableFromInline final var isIndistinguishable: Bool {
    let found = state.loadAcquiring()
    return found.isOpen && found.hasValue && !isLazyPromise
  }
}
