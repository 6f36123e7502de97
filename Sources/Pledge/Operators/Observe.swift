public import PledgeCore

extension Future {
  /// Runs `body` with the value or the error and returns a promise for the same.
  ///
  ///     load(1).observe { result in print(result) }
  ///
  /// `body` hears of every outcome of this promise; a rejection need not be heard by anybody else
  /// (spec 8.2.4), but what is derived from the returned promise has the error again, and somebody
  /// has to hear of it there. Discarding the returned promise takes `body` away.
  ///
  /// - Parameter body: Runs on the thread that settles this promise, or at once if it is settled.
  /// - Returns: A promise with the same outcome, after `body` has run.
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

@frozen @usableFromInline struct Observing<Value: Sendable>: StageHandler {
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
