/// The settlement of a node directly, not by its handler.
extension Node {
  /// Acquires the right to settle the node directly, without its handler.
  ///
  /// If nothing has to be detached or released first, a pin is sufficient: a thread that comes
  /// later waits for a moment and finds the node settled. That thread holds no stripe, which
  /// this one may have to lock: a bare root stays bare while it is pinned, and under a stripe,
  /// threads wait only for nodes that have a source or end with their consumers. Callable from any
  /// thread.
  @inlinable @inline(__always) package final func beginSettling() -> Bool {
    if upstream.loadRelaxed().isBareRoot {
      guard pin() else { return false }
      // Again: another thread may have put something into the payload before this pin.
      if upstream.loadRelaxed().isBareRoot { return true }
      unpin()
    }
    return beginSettlingSlowly()
  }

  @usableFromInline @inline(never) final func beginSettlingSlowly() -> Bool {
    guard claim() else { return false }
    detach()
    if state.loadRelaxed().isEdited, Node.mayHaveDisposals { giveUpPassedValue() }
    return true
  }

  /// Detaches a node that is about to be settled directly from everything that it waits for.
  ///
  /// Also releases its handler. Its cleanup, if any, runs after the work above has been stopped.
  /// Called only by the claimer.
  @usableFromInline @inline(never) final func detach() {
    var propagation = DiscardPropagation()
    if mayWait {
      propagation.detachFromSource(of: self)
      if holdsRegistrations { propagation.addDependencies(takeHeldRegistrations()) }
      var attachments = takeAttachments()
      if let registrations = attachments?.takeRegistrations() {
        propagation.addDependencies(registrations)
      }
      propagation.detachAll()
      attachments?.releaseStops()
      // The attachments may hold the last reference to a source of a dependency.
      withExtendedLifetime(attachments) {}
    }
    finish(&propagation)
  }

  /// Empties the payload, and completes the propagation, before the node is settled.
  ///
  /// Called only by the claimer.
  @inline(__always) final func finish(_ propagation: inout DiscardPropagation) {
    let cleanup = vacate(discards: false)
    propagation.run(before: cleanup)
    cleanup?.run()
  }

  /// Rejects the node as a broken promise, unless it is settled.
  ///
  /// Discards it instead if it has work that can be stopped, and all its consumers are detaching.
  /// Callable from any thread.
  package final func breakPromise() {
    if state.loadRelaxed().isSettled { return }
    if isUnwanted {
      if claimOrRequestDiscard() { Node.discardClaimed(self, .lastConsumer) }
      return
    }
    guard beginSettling() else { return }
    putError(BrokenPromiseError(BrokenPromise(of: self)), Trail(from: operatorID))
    settle(.rejectedAndHandled)
  }
}

extension Cell {
  /// Fulfills the promise, unless it is settled.
  ///
  /// Callable from any thread.
  ///
  /// - Returns: Whether this call settled it.
  @inlinable package final func tryFulfill(_ value: consuming Value) -> Bool {
    guard beginSettling() else {
      if Node.mayHaveDisposals { disposeOfLate(value) }
      return false
    }
    put(value)
    settle(.fulfilled)
    return true
  }

  /// Rejects the promise, unless it is settled.
  ///
  /// Callable from any thread.
  ///
  /// - Returns: Whether this call settled it.
  @usableFromInline
  package final func tryReject(with error: any Error) -> Bool {
    guard beginSettling() else { return false }
    reject(with: error, Trail(from: operatorID))
    return true
  }

  /// Same as ``tryReject(with:)``, discarding for a reason what loses its last consumer.
  package final func tryReject(with error: any Error, because reason: DiscardReason) -> Bool {
    guard DiscardReason.applying(reason, beginSettling) else { return false }
    reject(with: error, Trail(from: operatorID))
    return true
  }

  /// Same as ``tryReject(with:)``, for the error of a promise that this one combines.
  @usableFromInline
  package final func tryReject(with error: any Error, from member: Node) -> Bool {
    guard beginSettling() else { return false }
    reject(with: error, member.trail.passing(adopted: operatorID, of: member))
    return true
  }

  /// Same as ``tryReject(with:)``, for an error that has passed the stages of `trail`.
  package final func tryReject(with error: any Error, _ trail: Trail) -> Bool {
    guard beginSettling() else { return false }
    reject(with: error, trail)
    return true
  }

  private final func reject(with error: any Error, _ trail: Trail) {
    putError(error, trail)
    settle(.rejected)
  }

  /// Settles the promise with `outcome`, unless it is settled.
  ///
  /// Callable from any thread.
  ///
  /// - Returns: Whether this call settled it.
  @inlinable package final func trySettle(with outcome: Result<Value, any Error>) -> Bool {
    switch outcome {
    case .success(let value): tryFulfill(value)
    case .failure(let error): tryReject(with: error)
    }
  }
}
