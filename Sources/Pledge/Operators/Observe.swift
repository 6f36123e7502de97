public import PledgeCore

extension Future {
  /// Calls `body` with the value or the error, and returns a promise with the same outcome.
  ///
  ///     load(1).observe { result in print(result) }
  ///
  /// A rejection of this promise counts as handled (spec 8.2.4). Promises derived from the returned
  /// promise are rejected with the same error, which has to be handled there as well. If the
  /// returned promise is discarded first, `body` is released without being called.
  ///
  /// - Parameter body: A closure that receives the value or the error. Runs on the thread that
  ///   settles this promise, or immediately if it is already settled.
  /// - Returns: A promise with the same outcome, settled after `body` has run.
  @inlinable @discardableResult
  public final func observe(
    _ body: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> Promise<Value> {
    stage(Observing(body))
  }

  /// Same as ``observe(_:)``, with `body` running on `context`.
  @inlinable @discardableResult
  public final func observe(
    on context: some ExecutionContext,
    _ body: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> Promise<Value> {
    stage(Observing(body), on: context)
  }

  /// Same as ``observe(_:)``, with `body` running on the main actor.
  @discardableResult
  public final func observe(
    on actor: MainActor,
    _ body: @escaping @MainActor @Sendable (Result<Value, any Error>) -> Void
  ) -> Promise<Value> {
    stage(Observing { outcome in MainActor.assumeIsolated { body(outcome) } }, on: actor)
  }
}

@frozen @usableFromInline struct Observing<Value: Sendable>: PlainStageHandler {
  @usableFromInline let body: @Sendable (Result<Value, any Error>) -> Void

  @inlinable init(_ body: @escaping @Sendable (Result<Value, any Error>) -> Void) {
    self.body = body
  }

  @inlinable static var operatorID: OperatorID { .observe }
  @inlinable static var interest: Interest { .both }
  @inlinable static var marksHandled: Bool { true }

  @inlinable func resolve(with outcome: Result<Value, any Error>) throws -> Resolution<Value> {
    body(outcome)
    return Resolution(outcome)
  }
}
