// Names of SwiftNIO.

extension Future {
  /// Renamed to `tap(_:)`.
  @available(*, unavailable, renamed: "tap(on:_:)")
  public final func whenSuccess(
    on actor: MainActor,
    _ body: @MainActor (Value) throws -> Void
  ) -> Promise<Value> { preconditionFailure() }

  /// Renamed to `tap(_:)`.
  @available(*, unavailable, renamed: "tap(_:)")
  public final func whenSuccess(
    on context: some ExecutionContext = .immediate,
    _ body: (Value) throws -> Void
  ) -> Promise<Value> { preconditionFailure() }

  /// Renamed to `catch(_:)`.
  @available(*, unavailable, renamed: "catch(on:_:)")
  public final func whenFailure(
    on actor: MainActor,
    _ body: @MainActor (any Error) -> Void
  ) -> Promise<Value> { preconditionFailure() }

  /// Renamed to `catch(_:)`.
  @available(*, unavailable, renamed: "catch(_:)")
  public final func whenFailure(
    on context: some ExecutionContext = .immediate,
    _ body: (any Error) -> Void
  ) -> Promise<Value> { preconditionFailure() }

  /// Renamed to `observe(_:)`.
  @available(*, unavailable, renamed: "observe(on:_:)")
  public final func whenComplete(
    on actor: MainActor,
    _ body: @MainActor (Result<Value, any Error>) -> Void
  ) -> Promise<Value> { preconditionFailure() }

  /// Renamed to `observe(_:)`.
  @available(*, unavailable, renamed: "observe(_:)")
  public final func whenComplete(
    on context: some ExecutionContext = .immediate,
    _ body: (Result<Value, any Error>) -> Void
  ) -> Promise<Value> { preconditionFailure() }

  /// Renamed to `observe(_:)`.
  @available(*, unavailable, renamed: "observe(_:)")
  public final func always(
    _ body: (Result<Value, any Error>) -> Void
  ) -> Promise<Value> { preconditionFailure() }

  /// Use `value`.
  @available(*, unavailable, message: "Await 'value' instead, or read 'result', which never waits.")
  public final func get() throws -> Value { preconditionFailure() }
}
