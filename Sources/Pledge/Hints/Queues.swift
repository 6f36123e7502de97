// Calls of queues and caches that look right.

extension PromiseQueue {
  /// Renamed to `init(limit:rate:maxWaiting:overflow:)`.
  @available(*, unavailable, renamed: "init(limit:)")
  public convenience init(maxConcurrent: Int) { preconditionFailure() }

  /// Priorities are integers.
  @available(*, unavailable, message: "Priorities are integers; higher ones first.")
  public typealias Priority = Int

  /// Renamed to `running`.
  @available(*, unavailable, renamed: "running")
  public var runningCount: Int { preconditionFailure() }

  /// Renamed to `waiting`.
  @available(*, unavailable, renamed: "waiting")
  public var waitingCount: Int { preconditionFailure() }

  /// Use `waiting`.
  @available(*, unavailable, message: "Use 'running' and 'waiting'.")
  public var count: Int { preconditionFailure() }

  /// Use `waiting`.
  @available(*, unavailable, message: "Use 'running' and 'waiting'.")
  public var isEmpty: Bool { preconditionFailure() }

  /// Renamed to `discardAll()`.
  @available(*, unavailable, renamed: "discardAll()")
  public func cancelAll() { preconditionFailure() }

  /// Renamed to `discardWaiting()`.
  @available(*, unavailable, renamed: "discardWaiting()")
  public func cancelWaiting() { preconditionFailure() }

  /// Renamed to `pause()`.
  @available(*, unavailable, renamed: "pause()")
  public func suspend() { preconditionFailure() }

  /// Renamed to `drained(file:line:)`.
  @available(*, unavailable, renamed: "drained()")
  public func onIdle() -> Promise<Void> { preconditionFailure() }

  /// Renamed to `add(priority:timeout:file:line:_:)`.
  @available(*, unavailable, renamed: "add(_:)")
  public func enqueue<T>(_ body: () throws -> Future<T>) -> Promise<T> { preconditionFailure() }
}

extension BatchLoader {
  /// Renamed to `value(for:file:line:)`.
  @available(*, unavailable, renamed: "value(for:)")
  public func load(_ key: Key) -> Promise<Value> { preconditionFailure() }
}

extension SingleFlight {
  /// Use `cachedValue(for:)`.
  @available(*, unavailable, message: "Use 'cachedValue(for: key)', or 'value(for: key) { … }'.")
  public subscript(key: Key) -> Value? {
    get { preconditionFailure() }
    set {}
  }

  /// Renamed to `cachedValue(for:)`.
  @available(*, unavailable, renamed: "cachedValue(for:)")
  public func cached(_ key: Key) -> Value? { preconditionFailure() }

  /// Renamed to `remove(_:)`.
  @available(*, unavailable, renamed: "remove(_:)")
  public func invalidate(_ key: Key) { preconditionFailure() }

  /// Renamed to `value(for:maxAge:file:line:_:)`.
  @available(*, unavailable, renamed: "value(for:_:)")
  public func get(_ key: Key, _ load: () throws -> Future<Value>) -> Promise<Value> {
    preconditionFailure()
  }

  /// Renamed to `value(for:maxAge:file:line:_:)`.
  @available(*, unavailable, renamed: "value(for:_:)") @_disfavoredOverload
  public func get(_ key: Key, _ load: () async throws -> Value) -> Promise<Value> {
    preconditionFailure()
  }

  /// Renamed to `value(for:maxAge:file:line:_:)`.
  @available(*, unavailable, renamed: "value(for:_:)")
  public func load(_ key: Key, _ load: () throws -> Future<Value>) -> Promise<Value> {
    preconditionFailure()
  }
}
