// Names of async/await, and libraries that imitate it.

extension Future {
  /// Use `value`.
  @available(*, unavailable, message: "Write 'try await promise.value'.")
  public final func await() throws -> Value { preconditionFailure() }
}

extension Promise {
  /// Renamed to `discard()`.
  @available(*, unavailable, renamed: "discard()")
  public func cancel() { preconditionFailure() }
}

extension PromiseQueue {
  /// Renamed to `add(priority:timeout:file:line:_:)`.
  @available(*, unavailable, renamed: "add(_:)") @_disfavoredOverload
  public func enqueue<T>(_ body: () async throws -> T) -> Promise<T> { preconditionFailure() }

  /// Renamed to `add(priority:timeout:file:line:_:)`.
  @available(*, unavailable, renamed: "add(priority:timeout:_:)")
  public func addTask<Value: Sendable>(
    priority: Int = 0,
    timeout: Duration? = nil,
    _ operation: @escaping @Sendable () async throws -> Value
  ) -> Promise<Value> { preconditionFailure() }
}

extension Resolver {
  /// Renamed to `onDiscard(_:)`.
  @available(*, unavailable, renamed: "onDiscard(_:)")
  public func onCancel(_ body: @escaping @Sendable () -> Void) { preconditionFailure() }
}
