// Names of google/promises, whose Objective-C module is FBLPromises.

extension Future {
  /// Renamed to `ensure(_:)`.
  @available(*, unavailable, renamed: "ensure(_:)")
  public final func always(
    on context: Any? = nil,
    _ body: @MainActor () -> Void
  ) -> Promise<Value> { preconditionFailure() }
}

/// Use `retry`.
@available(*, unavailable, message: "Use 'retry(max: 3, backoff: .constant(.seconds(1)))'.")
public func retry<T>(attempts: Int, delay: Duration, _ f: () throws -> Future<T>) -> Promise<T> {
  preconditionFailure()
}

/// Renamed to `retry`.
@available(*, unavailable, renamed: "retry(max:_:)")
public func retry<T>(attempts max: Int, _ body: () throws -> Future<T>) -> Promise<T> {
  preconditionFailure()
}
