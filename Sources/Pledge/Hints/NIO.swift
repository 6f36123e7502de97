// Names of SwiftNIO.

extension Future {
  /// Renamed to `tap(_:)`.
  @available(*, unavailable, renamed: "tap(_:)")
  public final func whenSuccess(
    on context: Any? = nil,
    _ body: @MainActor (Value) throws -> Void
  ) -> Promise<Value> { preconditionFailure() }

  /// Renamed to `catch(_:)`.
  @available(*, unavailable, renamed: "catch(_:)")
  public final func whenFailure(
    on context: Any? = nil,
    _ body: @MainActor (any Error) -> Void
  ) -> Promise<Value> { preconditionFailure() }

  /// Renamed to `observe(_:)`.
  @available(*, unavailable, renamed: "observe(_:)")
  public final func whenComplete(
    on context: Any? = nil,
    _ body: @MainActor (Result<Value, any Error>) -> Void
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
