public import PledgeCore

extension Future {
  /// Runs `body` with the error of a rejection and returns a promise with the same outcome.
  ///
  ///     save(guest).catch { note("\($0)") }
  ///
  /// A value skips `body`. A rejection need not be heard by anybody else (spec 5.2.9, 8.2.4), but
  /// what is derived from the returned promise has the error again, and somebody has to hear of it
  /// there. Discarding the returned promise takes `body` away.
  ///
  /// - Parameter body: Runs on the thread that settles this promise, or at once if it is settled.
  /// - Returns: A promise with the same outcome, after `body` has run.
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

@frozen @usableFromInline struct Catching<Value: Sendable>: StageHandler {
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
