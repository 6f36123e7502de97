/// A node whose value has a known type; the superclass of every public promise type.
///
/// The layers above access payloads only through this class, which keeps them memory-safe.
open class Cell<Value: Sendable>: Node, @unchecked Sendable {}

// MARK: - Creation

extension Cell {
  /// Creates a pending root; its creation event names `operatorID`.
  @inlinable @inline(__always)
  package convenience init(pendingAt site: Site, by operatorID: OperatorID = .promise) {
    self.init(
      state: .pending,
      upstream: .root,
      site: site,
      operatorID: operatorID,
      entryPoint: Cell<Value>.rootEntryPoint(of: operatorID)
    )
  }

  /// Creates a pending root with a block that stops its work.
  @inlinable @inline(__always)
  package convenience init(
    discard block: Block,
    at site: Site,
    by operatorID: OperatorID = .promise
  ) {
    self.init(
      state: .pending,
      upstream: .stoppable,
      site: site,
      operatorID: operatorID,
      entryPoint: Cell<Value>.rootEntryPoint(of: operatorID)
    )
    put(block)
  }

  /// Creates a pending promise with dependencies; it is discarded when its last consumer detaches.
  @inlinable @inline(__always)
  package convenience init(dependentAt site: Site, by operatorID: OperatorID) {
    self.init(
      state: .pending,
      upstream: .dependent,
      site: site,
      operatorID: operatorID,
      entryPoint: Cell<Value>.rootEntryPoint(of: operatorID)
    )
  }

  /// Creates a fulfilled promise.
  @inlinable @inline(__always)
  package convenience init(
    fulfilledWith value: consuming Value,
    at site: Site,
    by operatorID: OperatorID = .promise
  ) {
    self.init(
      state: .fulfilled,
      upstream: .root,
      site: site,
      operatorID: operatorID,
      entryPoint: Cell<Value>.rootEntryPoint
    )
    put(value)
  }

  /// Creates a rejected promise.
  @inlinable @inline(__always)
  package convenience init(
    rejectedWith error: any Error,
    at site: Site,
    by operatorID: OperatorID = .promise
  ) {
    self.init(
      state: .rejected,
      upstream: .root,
      site: site,
      operatorID: operatorID,
      entryPoint: Node.inert
    )
    // An internal promise is not named.
    putError(error, site.isUnknown ? .unknown : Trail(from: operatorID))
    reportOutcome()
  }
}

// MARK: - Reading

extension Cell {
  /// The outcome; unlike ``outcome``, marks nothing.
  package final var peekedOutcome: Result<Value, any Error>? {
    status == .pending ? nil : Cell<Value>.outcome(of: self)
  }

  /// The value of a promise that is known to be fulfilled.
  @inlinable package final var knownValue: Value {
    unsafe payload(as: Value.self).pointee
  }

  /// The current status.
  ///
  /// Accessible from any thread.
  @inlinable package final var status: Status {
    let found = state.loadAcquiring()
    if found.isPending { return .pending }
    return !found.isRejected ? .fulfilled : .rejected
  }

  /// Keeps the promise from being discarded when its last consumer detaches.
  ///
  /// Callable from any thread.
  package final func share() {
    upstream.insertRelaxed(.shared)
  }
}
