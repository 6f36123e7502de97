public import PledgeCore

extension Future {
  /// Calls `body` with the error if this promise is rejected, and returns a promise with the same
  /// outcome.
  ///
  ///     save(guest).catch { note("\($0)") }
  ///
  /// A value is passed on without calling `body`. A rejection of this promise counts as handled
  /// (spec 5.2.9, 8.2.4). Promises derived from the returned promise are rejected with the same
  /// error, which has to be handled there as well. If the returned promise is discarded first,
  /// `body` is released without being called.
  ///
  /// - Parameter body: A closure that receives the error. Runs on the thread that settles this
  ///   promise, or immediately if it is already settled.
  /// - Returns: A promise with the same outcome, settled after `body` has run.
  @inlinable @discardableResult
  public final func `catch`(_ body: @escaping @Sendable (any Error) -> Void) -> Promise<Value> {
    stage(Catching(body))
  }

  /// Same as ``catch(_:)``, with `body` running on `context`.
  @inlinable @discardableResult
  public final func `catch`(
    on context: some ExecutionContext,
    _ body: @escaping @Sendable (any Error) -> Void
  ) -> Promise<Value> {
    stage(Catching(body), on: context)
  }

  /// Same as ``catch(_:)``, with `body` running on the main actor.
  @discardableResult
  public final func `catch`(
    on actor: MainActor,
    _ body: @escaping @MainActor @Sendable (any Error) -> Void
  ) -> Promise<Value> {
    stage(Catching { error in MainActor.assumeIsolated { body(error) } }, on: actor)
  }
}

@frozen @usableFromInline struct Catching<Value: Sendable>: PlainStageHandler {
  @usableFromInline let body: @Sendable (any Error) -> Void

  @inlinable init(_ body: @escaping @Sendable (any Error) -> Void) {
    self.body = body
  }

  @inlinable static var operatorID: OperatorID { .catch }
  @inlinable static var interest: Interest { .errors }
  @inlinable static var marksHandled: Bool { true }

  @inlinable func resolve(with outcome: Result<Value, any Error>) throws -> Resolution<Value> {
    if case .failure(let error) = outcome { body(error) }
    return Resolution(outcome)
  }
}
