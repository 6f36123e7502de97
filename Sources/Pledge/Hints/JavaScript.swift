// Names of JavaScript's promises, also for '.resolve(…)' in a closure that returns a future.

extension Future {
  /// Renamed to `init(value:file:line:)`.
  @available(*, unavailable, renamed: "init(value:)")
  public static func resolve(_ value: Value) -> Promise<Value> { preconditionFailure() }

  /// Renamed to `init(error:file:line:)`.
  @available(*, unavailable, renamed: "init(error:)")
  public static func reject(_ error: any Error) -> Promise<Value> { preconditionFailure() }

  /// Renamed to `init(error:file:line:)`.
  @available(*, unavailable, renamed: "init(error:)")
  public static func rejected(_ error: any Error) -> Promise<Value> { preconditionFailure() }
}
