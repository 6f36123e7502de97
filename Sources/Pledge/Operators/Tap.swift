public import PledgeCore

extension Future {
  /// Calls `body` with the value, and returns a promise for the same value.
  ///
  ///     load(1).tap { note($0.name) }.catch { print($0) }
  ///
  /// A rejection is passed on without calling `body`, and remains unhandled. If the returned
  /// promise is discarded first, `body` is released without being called (spec 4.1.4).
  ///
  /// - Parameter body: A closure that receives the value. Runs on the thread that settles this
  ///   promise, or immediately if it is already settled. If it throws, the returned promise is
  ///   rejected with the error.
  /// - Returns: A promise for the same value, fulfilled after `body` has run.
  @inlinable
  public final func tap(_ body: @escaping @Sendable (Value) throws -> Void) -> Promise<Value> {
    stage(Tapping(body))
  }

  /// Same as ``tap(_:)``, with `body` running on `context`.
  @inlinable
  public final func tap(
    on context: some ExecutionContext,
    _ body: @escaping @Sendable (Value) throws -> Void
  ) -> Promise<Value> {
    stage(Tapping(body), on: context)
  }

  /// Same as ``tap(_:)``, with `body` running on the main actor.
  public final func tap(
    on actor: MainActor,
    _ body: @escaping @MainActor @Sendable (Value) throws -> Void
  ) -> Promise<Value> {
    stage(Tapping { value in try MainActor.assumeIsolated { try body(value) } }, on: actor)
  }
}

@frozen @usableFromInline struct Tapping<Value: Sendable>: PlainStageHandler {
  @usableFromInline let body: @Sendable (Value) throws -> Void

  @inlinable init(_ body: @escaping @Sendable (Value) throws -> Void) {
    self.body = body
  }

  @inlinable static var operatorID: OperatorID { .tap }

  @inlinable func resolve(with outcome: Result<Value, any Error>) throws -> Resolution<Value> {
    switch outcome {
    case .success(let value):
      try body(value)
      return .value(value)
    case .failure(let error):
      return .error(error)
    }
  }
}
