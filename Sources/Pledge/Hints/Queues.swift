// Calls of `PromiseQueue` and `SingleFlight` that look right.

extension PromiseQueue {
  /// Priorities are integers.
  @available(*, unavailable, message: "Priorities are integers; higher ones first.")
  public typealias Priority = Int

  /// Renamed to `running`.
  @available(*, unavailable, renamed: "running")
  public var runningCount: Int { preconditionFailure() }

  /// Renamed to `waiting`.
  @available(*, unavailable, renamed: "waiting")
  public var waitingCount: Int { preconditionFailure() }

  /// Renamed to `discardAll()`.
  @available(*, unavailable, renamed: "discardAll()")
  public func cancelAll() { preconditionFailure() }

  /// Renamed to `discardWaiting()`.
  @available(*, unavailable, renamed: "discardWaiting()")
  public func cancelWaiting() { preconditionFailure() }

  /// Renamed to `add(priority:timeout:file:line:_:)`.
  @available(*, unavailable, renamed: "add(_:)")
  public func enqueue<T>(_ body: () throws -> Future<T>) -> Promise<T> { preconditionFailure() }
}

extension SingleFlight {
  /// Renamed to `value(for:file:line:_:)`.
  @available(*, unavailable, renamed: "value(for:_:)")
  public func get(_ key: Key, _ load: () throws -> Future<Value>) -> Promise<Value> {
    preconditionFailure()
  }

  /// Renamed to `value(for:file:line:_:)`.
  @available(*, unavailable, renamed: "value(for:_:)") @_disfavoredOverload
  public func get(_ key: Key, _ load: () async throws -> Value) -> Promise<Value> {
    preconditionFailure()
  }

  /// Renamed to `value(for:file:line:_:)`.
  @available(*, unavailable, renamed: "value(for:_:)")
  public func load(_ key: Key, _ load: () throws -> Future<Value>) -> Promise<Value> {
    preconditionFailure()
  }
}
