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
      inner.markHandled()
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
    inner.markHandled()
    return begin(from: inner) ? unsafe entryPoint(self, .resolve(with: inner)) : .nothing
  }

  /// Whether this node is settled, no thread is delivering, and no consumer waits.
  @inlinable @inline(__always) final var isOpen: Bool { state.loadAcquiring().isOpen }

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

/// The only reference that the caller of a handler has to the promise that the handler returned.
///
/// In a variable, the compiler might copy the reference, and the promise would then never be
/// uniquely referenced. The reference must be taken out with ``take(as:)``.
@frozen @usableFromInline package struct Returned: ~Copyable {
  @usableFromInline let word: UInt

  @inlinable @inline(__always) package init(_ promise: consuming Node) {
    word = Node.retaining(promise)
  }

  /// Returns the promise, and gives up this reference.
  @inlinable @inline(__always)
  package consuming func take<Promise: Node>(as _: Promise.Type) -> Promise {
    // SAFETY: the word owns the reference that `init` took over, and gives it up here.
    unsafe unsafeDowncast(Node.taking(word), to: Promise.self)
  }

  /// Whether the promise can be returned instead of a stage that settles with its outcome.
  @inlinable @inline(__always) package var canStandIn: Bool {
    unsafe Node.unmanaged(word)._withUnsafeGuaranteedRef { $0.isIndistinguishable }
  }
}

extension Node {
  /// Whether this promise cannot be distinguished from a stage that settles with its outcome.
  ///
  /// That is the case for a fulfilled promise, and for a derived promise without consumers and
  /// without other references. Returning it instead of the stage keeps loops over settled promises
  /// in constant memory. A rejected promise can be distinguished, because handling it does not
  /// handle the stage; a lazy promise can, because its class differs.
  @usableFromInline final var isIndistinguishable: Bool {
    if isStartedLazy { return false }
    if isOpen { return !isLazy && !state.loadRelaxed().isRejected }
    guard upstream.loadRelaxed().hasSource, Node.isUnique(address), !hasConsumers else {
      return false
    }
    // Last: another thread may have shared it before releasing its reference.
    return !upstream.loadRelaxed().isShared
  }
}
