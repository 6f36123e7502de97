public import PledgeCore

/// A future that its owner can settle: the write side.
///
///     let promise = Promise<Int>()
///     promise.resolve(42)
///
/// To wrap a callback, prefer ``init(file:line:_:)-(_,_,(Resolver<Value>)->Void)`` or
/// ``pending(file:line:)``. Their ``Resolver`` rejects the promise if the callback is released
/// without being called. A promise that the callback captures directly may stay pending in that
/// case, because other references keep it alive (spec 7.1.3).
///
/// Handlers nest up to 48 deep on one thread. Inside 48 nested handlers, a call that settles this
/// promise returns first, and the promise's own handlers run when the outermost handler has
/// returned (spec 3.4.2).
///
/// Operators return a promise, too, because the code that derives a promise owns it. Settling a
/// derived promise explicitly does not affect its source, except that the source loses a consumer
/// (spec 4.3).
///
/// All members can be used from any thread.
public final class Promise<Value: Sendable>: Future<Value>, @unchecked Sendable {}

// MARK: - Creating

extension Promise {
  /// Creates a pending promise (spec 2.4.1).
  ///
  /// If its last reference is released while it is pending, its consumers are rejected with
  /// ``BrokenPromiseError``.
  ///
  /// - Parameters:
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  @inlinable public convenience init(file: StaticString = #fileID, line: UInt = #line) {
    self.init(pendingAt: Site(file, line))
  }

  /// Creates a promise that is fulfilled with `value` from the start (spec 2.4.2).
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - none: Never given: with a parameter for a closure, the compiler does not take the closure
  ///     of `Promise { try await fetch(1) }` for `value`.
  @inlinable
  public convenience init(
    value: Value,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ none: ((Never) -> Never)? = nil
  ) {
    self.init(fulfilledWith: value, at: Site(file, line))
  }

  /// Creates a promise that is rejected with `error` from the start (spec 2.4.2).
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  @inlinable
  public convenience init(error: any Error, file: StaticString = #fileID, line: UInt = #line) {
    self.init(rejectedWith: error, at: Site(file, line))
  }

  /// Creates a promise that is settled with `result` from the start (spec 2.4.2).
  ///
  /// - Parameters:
  ///   - result: The value or the error.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
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

  /// Same as the form for a result with any error, for one with a specific error type.
  ///
  /// - Parameters:
  ///   - result: The value or the error.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  @_disfavoredOverload  // The type of `.success(value)` must not be ambiguous.
  public convenience init(
    result: Result<Value, some Error>,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(result: result.mapError { $0 as any Error }, file: file, line: line)
  }

  /// Creates a pending promise with a block that stops its work (spec 6.1.2).
  ///
  ///     let promise = Promise<User>(discard: { sdk.stop() })
  ///
  /// If the promise is discarded, the block runs once, on the thread that discards the promise,
  /// before any handler is called. If the promise is settled otherwise, the block is released
  /// without running.
  ///
  /// - Parameters:
  ///   - block: A closure that stops the work.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  @_disfavoredOverload @inlinable
  public convenience init(
    discard block: @escaping @Sendable (()) -> Void,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    // Disfavored: in `Promise<Void> { work() }`, the closure is the work and not a discard block.
    self.init(discard: Block(block), at: Site(file, line))
  }

  /// Creates a pending promise and the resolver that settles it (spec 7.1.1).
  ///
  ///     let (promise, resolver) = Promise<Int>.pending()
  ///
  /// - Parameters:
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  /// - Returns: The promise and its resolver. If the last copy of the resolver is released while
  ///   the promise is pending, the promise is rejected with ``BrokenPromiseError``.
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
  /// Fulfills the promise with `value`, unless it is already settled (spec 2.2.1, 2.3.2).
  ///
  /// Before this method returns, the handlers registered so far have run or have been submitted to
  /// their contexts.
  ///
  /// - Parameter value: The value.
  /// - Returns: `true` if this call settled the promise; `false` if it was already settled.
  @inlinable @discardableResult public func resolve(_ value: Value) -> Bool {
    let isFirst = tryFulfill(value)
    if !isFirst { noteSettledAgain() }
    return isFirst
  }

  /// Rejects the promise with `reason`, unless it is already settled (spec 2.2.3).
  ///
  /// Before this method returns, the handlers registered so far have run or have been submitted to
  /// their contexts.
  ///
  /// - Parameter reason: An error. Any other value, including `nil`, is wrapped in
  ///   ``RejectionReasonError``.
  /// - Returns: `true` if this call settled the promise; `false` if it was already settled.
  @discardableResult
  public func reject(_ reason: (any Sendable)?) -> Bool {
    noting(tryReject(with: RejectionReasonError.error(for: reason)))
  }

  /// Same as the form for any reason, for an error.
  ///
  /// - Parameter error: The error.
  /// - Returns: `true` if this call settled the promise; `false` if it was already settled.
  @discardableResult
  public func reject(_ error: some Error) -> Bool {
    noting(tryReject(with: error))
  }

  /// Settles the promise with `result`, unless it is already settled (spec 2.2.1, 2.2.3).
  ///
  /// Before this method returns, the handlers registered so far have run or have been submitted to
  /// their contexts.
  ///
  /// - Parameter result: The value or the error.
  /// - Returns: `true` if this call settled the promise; `false` if it was already settled.
  @discardableResult
  public func settle(with result: Result<Value, any Error>) -> Bool {
    noting(trySettle(with: result))
  }

  /// Same as the form for a result with any error, for one with a specific error type.
  ///
  /// - Parameter result: The value or the error.
  /// - Returns: `true` if this call settled the promise; `false` if it was already settled.
  @_disfavoredOverload  // The type of `.success(value)` must not be ambiguous.
  @discardableResult
  public func settle(with result: Result<Value, some Error>) -> Bool {
    settle(with: result.mapError { $0 as any Error })
  }

  /// Rejects the promise with ``DiscardedError``, unless it is already settled, and stops the work
  /// that no other consumer needs (spec 6.1).
  ///
  /// Work is stopped first, from the top of the chain down; then handlers are called. If the
  /// promise's own handler is running, all of this happens when the handler returns.
  public func discard() {
    discardNode()
  }

  /// Same as ``discard()``, for a reason that the errors contain.
  ///
  ///     let name = load(1).map(\.name)
  ///     name.discard(because: "the screen was closed")
  ///
  /// The reason reaches every promise that is discarded because this one is: those above it that
  /// lose their last consumer, those that are discarded within their discard blocks, and those
  /// for which tasks are suspended that this cancels. If the promise's own handler is running, the
  /// errors contain no reason (spec 6.1.11).
  ///
  /// - Parameter reason: Becomes ``DiscardedError/reason``.
  public func discard(because reason: String) {
    discardNode(because: DiscardReason(.owner, reason))
  }

  /// Settles this promise with the outcome of `other`, unless it is settled first (spec 4.4).
  ///
  /// A promise may be chained after several others; the first outcome counts. A promise that is
  /// chained after itself, directly or through others, is rejected with ``CycleError``. Discarding
  /// this promise detaches it from `other`.
  ///
  /// - Parameter other: The promise to wait for. This promise is its consumer until this promise is
  ///   settled.
  public func chain(after other: Future<Value>) {
    if isPending { settle(as: other) }
  }
}

extension Promise where Value == Void {
  /// Fulfills the promise, unless it is already settled (spec 2.2.1, 2.2.5).
  ///
  /// Before this method returns, the handlers registered so far have run or have been submitted to
  /// their contexts.
  ///
  /// - Returns: `true` if this call settled the promise; `false` if it was already settled.
  @discardableResult
  public func resolve() -> Bool {
    resolve(())
  }
}

extension Promise {
  /// Reports to observers that a producer tried to settle this promise again, unless `isFirst`.
  func noting(_ isFirst: Bool) -> Bool {
    if !isFirst { noteSettledAgain() }
    return isFirst
  }

  /// Reports to observers that a producer tried to settle this promise again.
  ///
  /// Nothing is reported after a discard, a timeout, or a broken promise, because a late callback
  /// is normal then.
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
