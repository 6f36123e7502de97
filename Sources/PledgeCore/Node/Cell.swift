/// A node whose value has a known type; the superclass of every public promise type.
///
/// The layers above access payloads only through this class, which keeps them memory-safe.
open class Cell<Value: Sendable>: Node, @unchecked Sendable {
  deinit {}
}

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

  /// Creates a stage of `source`; the caller registers it there next.
  @inlinable @inline(__always)
  package convenience init<R: StageHandler>(of source: Node, _ handler: R) where R.Output == Value {
    self.init(
      state: .pending,
      upstream: .stage(of: source.address),
      site: source.site,
      operatorID: R.operatorID,
      entryPoint: { Cell<Value>.handlerEntryPoint($0, $1, R.self) }
    )
    put(handler)
  }

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
}

// MARK: - Settling and reading

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

  /// The outcome; `nil` while the promise is pending.
  ///
  /// Reading a rejection marks it as handled, and a value as received. Accessible from any thread.
  @inlinable package final var outcome: Result<Value, any Error>? {
    let found = state.loadAcquiring()
    if found.isPending { return nil }
    if !found.isIdleWithPlainValue {
      if found.isRejected { markHandled() } else { receiveValueBeforeOpened() }
    }
    return Cell<Value>.outcome(of: self)
  }

  /// The outcome; unlike ``outcome``, marks nothing.
  package final var peekedOutcome: Result<Value, any Error>? {
    status == .pending ? nil : Cell<Value>.outcome(of: self)
  }

  /// The value of a promise that is known to be fulfilled.
  @inlinable package final var knownValue: Value {
    unsafe payload(as: Value.self).pointee
  }

  /// The value of a fulfilled promise, unless it has a disposal: a copy would not share that.
  @inlinable package final var plainValue: Value? {
    state.loadAcquiring().hasPlainValue ? knownValue : nil
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
