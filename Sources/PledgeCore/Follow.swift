internal import CPledge

/// Waiting for the promise that a handler returned.
extension Node {
  /// Makes this stage, whose handler has returned `inner`, settle as that does.
  ///
  /// The claimer only, with an empty payload and a step that forwards.
  ///
  /// Nothing is merged: the stage becomes a consumer of `inner` like any other, so what happens to
  /// it by hand concerns it alone.
  @usableFromInline @inline(never) final func follow(_ inner: Node) -> Disposition {
    reportWaiting(for: inner)
    if inner === self {
      putError(ErrorFactory.cycle([site]), Trail(from: operatorID))
      return .rejected
    }
    if inner.isOpen {
      inner.markHandled()
      return unsafe entryPoint(self, .resolve(with: inner))
    }
    if splice(into: inner) { return .nothing }
    wait(for: inner)
    guard unclaim() else {
      Node.discardClaimed(self)
      // Settled since, it has not noticed that this has left.
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

  /// Names a new source, in one step so that nobody sees this node between two.
  private final func wait(for source: Node) {
    next = 0  // It was in the list of the old one.
    var found = upstream.loadRelaxed()
    var desired: UpstreamWord
    repeat {
      desired = found.forwarding(to: source.address)
    } while !upstream.exchangeReleasing(&found, for: desired)
  }
}

/// A promise that a handler has returned, as the one reference to it that the handler's caller has.
///
/// A variable may be copied by the compiler, and then the promise is never unique. The reference has
/// to be taken again.
@frozen @usableFromInline package struct Returned: ~Copyable {
  @usableFromInline let word: UInt

  @inlinable @inline(__always) package init(_ promise: consuming Node) {
    word = Node.retaining(promise)
  }

  /// Gives the reference to a variable.
  @inlinable @inline(__always)
  package consuming func take<Promise: Node>(as _: Promise.Type) -> Promise {
    // SAFETY: the reference is the one that was taken from a variable, and it is given up here.
    unsafe unsafeDowncast(Node.taking(word), to: Promise.self)
  }

  /// Whether this may be returned for the stage that is to settle as it does.
  @inlinable @inline(__always) package var canStandIn: Bool {
    unsafe Node.unmanaged(word)._withUnsafeGuaranteedRef { $0.isIndistinguishable }
  }
}

extension Node {
  /// Whether nobody could tell this promise from one that settles as it does.
  ///
  /// That is so for a fulfilled one, and for a derived one without consumers to which nobody else has a
  /// reference; to return it instead keeps loops over settled steps in constant memory. Not for a rejected one: who
  /// hears of that has not heard of the stage. A lazy one is of another class.
  @usableFromInline final var isIndistinguishable: Bool {
    if isStartedLazy { return false }
    if isOpen { return !isLazy && !state.loadRelaxed().isRejected }
    let flags = upstream.loadRelaxed()
    guard flags.hasSource, !flags.isShared else { return false }
    return Node.isUnique(address) && !hasConsumers
  }
}
