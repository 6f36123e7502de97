// Names of BrightFutures.

extension Future {
  /// Renamed to `tap(_:)`.
  @available(*, unavailable, renamed: "tap(_:)")
  public final func onSuccess(
    on context: Any? = nil,
    _ body: @MainActor (Value) throws -> Void
  ) -> Promise<Value> { preconditionFailure() }

  /// Renamed to `catch(_:)`.
  @available(*, unavailable, renamed: "catch(_:)")
  public final func onFailure(
    on context: Any? = nil,
    _ body: @MainActor (any Error) -> Void
  ) -> Promise<Value> { preconditionFailure() }

  /// Renamed to `catch(_:)`.
  @available(*, unavailable, renamed: "catch(_:)")
  public final func onError(
    on context: Any? = nil,
    _ body: @MainActor (any Error) -> Void
  ) -> Promise<Value> { preconditionFailure() }

  /// Renamed to `observe(_:)`.
  @available(*, unavailable, renamed: "observe(_:)")
  public final func onComplete(
    on context: Any? = nil,
    _ body: @MainActor (Result<Value, any Error>) -> Void
  ) -> Promise<Value> { preconditionFailure() }
}

extension Promise {
  /// Renamed to `resolve(_:)`.
  @available(*, unavailable, renamed: "resolve(_:)")
  public func success(_ value: Value) { preconditionFailure() }

  /// Renamed to `settle(with:)`.
  @available(*, unavailable, renamed: "settle(with:)")
  public func complete(_ result: Result<Value, any Error>) { preconditionFailure() }
}

extension Resolver {
  /// Renamed to `resolve(_:)`.
  @available(*, unavailable, renamed: "resolve(_:)")
  public func success(_ value: Value) { preconditionFailure() }

  /// Renamed to `settle(with:)`.
  @available(*, unavailable, renamed: "settle(with:)")
  public func complete(_ result: Result<Value, any Error>) { preconditionFailure() }
}
