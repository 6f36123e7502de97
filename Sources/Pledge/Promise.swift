public import PledgeCore

/// A future that its owner can settle: the write side.
///
///     let promise = Promise<Int>()
///     promise.resolve(42)
///
/// For callbacks, prefer ``init(file:line:_:)-(_,_,(Resolver<Value>)->Void)`` or
/// ``pending(file:line:)``: their ``Resolver`` says so when it is lost, where a promise of one's own can
/// only stay pending (spec 7.1.3).
///
/// Inside 48 nested handlers, what settles it returns first; its own handlers run when the
/// outermost of those has returned (spec 3.4.2).
///
/// Operators return a promise, too, because whoever derives one owns it: settling it by hand leaves
/// the source as it is, apart from losing a consumer (spec 4.3).
public final class Promise<Value: Sendable>: Future<Value>, @unchecked Sendable {
  @inlinable @inline(__always)
  override init(
    state: UInt,
    upstream: UInt,
    site: Site,
    operatorID: OperatorID,
    entryPoint: @escaping EntryPoint
  ) {
    super.init(
      state: state,
      upstream: upstream,
      site: site,
      operatorID: operatorID,
      entryPoint: entryPoint
    )
  }

  deinit {}
}

// MARK: - Creating

extension Promise {
  /// Creates a pending promise (spec 2.4.1).
  ///
  /// Lost when its last reference goes: who waits for it is rejected with ``BrokenPromiseError`` then.
  ///
  /// - Parameters:
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  @inlinable public convenience init(file: StaticString = #fileID, line: UInt = #line) {
    self.init(pendingAt: Site(file, line))
  }

  /// Creates a promise fulfilled with `value` (spec 2.4.2).
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  @inlinable
  public convenience init(value: Value, file: StaticString = #fileID, line: UInt = #line) {
    self.init(fulfilledWith: value, at: Site(file, line))
  }

  /// Creates a promise rejected with `error` (spec 2.4.2).
  ///
  /// - Parameters:
  ///   - error: The reason.
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  @inlinable
  public convenience init(error: any Error, file: StaticString = #fileID, line: UInt = #line) {
    self.init(rejectedWith: error, at: Site(file, line))
  }

  /// Creates a promise that is settled with `result` (spec 2.4.2).
  ///
  /// - Parameters:
  ///   - result: The value or the error.
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  @inlinable
  public convenience init(
    result: Result<Value, any Error>,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    switch result {
    case .success(let value): self.init(fulfilledWith: value, at: Site(file, line))
    case .failure(let error): self.init(rejectedWith: error, at: Site(file, line))
    }
  }

  /// Creates a pending promise with a block that stops the work for it (spec 6.1.2).
  ///
  ///     let promise = Promise<User>(discard: { sdk.stop() })
  ///
  /// The block runs once, on the thread that discards the promise, before any handler hears of it. It
  /// is released without running when the promise is settled otherwise.
  ///
  /// - Parameters:
  ///   - block: What stops the work.
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  @_disfavoredOverload @inlinable
  public convenience init(
    discard block: @escaping @Sendable () -> Void,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    // Disfavored: `Promise<Void> { work() }` must not take the work for a discard block.
    self.init(discard: Block(block), at: Site(file, line))
  }

  /// Creates a pending promise and the handle that settles it (spec 7.1.1).
  ///
  ///     let (promise, resolver) = Promise<Int>.pending()
  ///
  /// - Parameters:
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  /// - Returns: The promise, and its resolver; when the last copy of that is gone and the promise is
  ///   pending, it is rejected with ``BrokenPromiseError``.
  public static func pending(
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> (promise: Promise<Value>, resolver: Resolver<Value>) {
    let promise = Promise(pendingAt: Site(file, line))
    return (promise, Resolver(promise))
  }
}

// MARK: - Settling

extension Promise {
  /// Fulfils the promise with `value`; does nothing if it is settled (spec 2.2.1).
  ///
  /// Any thread. Handlers that are registered already have run, or are with their contexts, before
  /// this returns.
  ///
  /// - Parameter value: The value.
  @inlinable public func resolve(_ value: Value) {
    if !fulfill(value) { noteSettledAgain() }
  }

  /// Rejects the promise with `reason`; does nothing if it is settled (spec 2.2.3).
  ///
  /// Any thread. Handlers that are registered already have run, or are with their contexts, before
  /// this returns.
  ///
  /// - Parameter reason: An error, or any other value, which ``RejectionReasonError`` wraps; or `nil`.
  public func reject(_ reason: (any Sendable)?) {
    if !reject(with: RejectionReasonError.error(for: reason)) { noteSettledAgain() }
  }

  /// Rejects the promise with ``DiscardedError`` and stops the work that nobody else waits for; does
  /// nothing if it is settled (spec 6.1).
  ///
  /// Any thread. First the work stops, from the top of the chain down, then handlers hear of it. If
  /// the promise's own handler is running, all this happens when it returns.
  public func discard() {
    discardNode()
  }

  /// Settles this promise as `other` is settled, if it is pending then (spec 4.4).
  ///
  /// It may be chained after several; the first to be settled counts. Chained after itself, through
  /// others or directly, it is rejected with ``CycleError``. Discarding this promise leaves
  /// `other`.
  ///
  /// - Parameter other: The promise to wait for, of which this is a consumer until it is settled.
  public func chain(after other: Future<Value>) {
    if isPending { settle(as: other) }
  }
}

extension Promise where Value == Void {
  /// Fulfils the promise; does nothing if it is settled (spec 2.2.1, 2.2.5).
  ///
  /// Any thread. Handlers that are registered already have run, or are with their contexts, before
  /// this returns.
  public func resolve() {
    if !fulfill(()) { noteSettledAgain() }
  }
}

extension Promise {
  /// Tells observers that a producer has settled this once more.
  ///
  /// Not after a discard, a timeout or the loss of the producer: then a late callback is normal.
  @usableFromInline final func noteSettledAgain() {
    guard InstrumentationFlags.current.includeAny(of: .events), let peekedOutcome else { return }
    if case .failure(let error) = peekedOutcome,
      error.isCancellation || error is BrokenPromiseError || error is TimeoutError
    {
      return
    }
    Instrumentation.wasSettledAgain(self)
  }
}
