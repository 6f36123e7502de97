// Calls of `retry` that look right, with closures that return promises, and with asynchronous ones.

extension Future {
  /// Use `retry`.
  @available(*, unavailable, message: "Use 'retry(max: 3) { … }', which starts the work anew.")
  public final func retry(_: Int = 3, max: Int = 3, backoff: Backoff = .none) -> Promise<Value> {
    preconditionFailure()
  }
}

/// Renamed to `retry`.
@available(*, unavailable, renamed: "retry(max:_:)")
public func retry<T>(times max: Int, _ body: () throws -> Future<T>) -> Promise<T> {
  preconditionFailure()
}

/// Renamed to `retry`.
@available(*, unavailable, renamed: "retry(max:_:)") @_disfavoredOverload
public func retry<T>(times max: Int, _ body: () async throws -> T) -> Promise<T> {
  preconditionFailure()
}

/// Renamed to `retry`.
@available(*, unavailable, renamed: "retry(max:_:)") @_disfavoredOverload
public func retry<T>(_ max: Int, _ body: () async throws -> T) -> Promise<T> {
  preconditionFailure()
}

/// Use a backoff.
@available(*, unavailable, message: "Use 'backoff: .constant(.seconds(1))'.")
public func retry<T>(max: Int, delay: Duration, _ body: () throws -> Future<T>) -> Promise<T> {
  preconditionFailure()
}

/// Use a backoff.
@available(*, unavailable, message: "Use 'backoff: .constant(.seconds(1))'.") @_disfavoredOverload
public func retry<T>(max: Int, delay: Duration, _ body: () async throws -> T) -> Promise<T> {
  preconditionFailure()
}

/// Use a backoff.
@available(*, unavailable, message: "Use 'backoff: .constant(.seconds(1))'.")
public func retry<T>(max: Int, interval: Duration, _ body: () throws -> Future<T>) -> Promise<T> {
  preconditionFailure()
}

/// Use `retry`.
@available(*, unavailable, message: "Use 'retry(max: 3, backoff: .constant(.seconds(1)))'.")
public func retry<T>(
  _ max: Int,
  delay: Duration,
  clock: any Clock<Duration> = ContinuousClock(),
  shouldRetry: (any Error) -> Bool = { _ in true },
  _ body: () throws -> Future<T>
) -> Promise<T> { preconditionFailure() }

/// Renamed to `retry`.
@available(*, unavailable, renamed: "retry(max:while:_:)")
public func retry<T>(
  max: Int = 3,
  backoff: Backoff = .none,
  if shouldRetry: (any Error) -> Bool,
  _ body: () throws -> Future<T>
) -> Promise<T> { preconditionFailure() }

/// Renamed to `retry`.
@available(*, unavailable, renamed: "retry(max:while:_:)") @_disfavoredOverload
public func retry<T>(
  max: Int = 3,
  backoff: Backoff = .none,
  if shouldRetry: (any Error) -> Bool,
  _ body: () async throws -> T
) -> Promise<T> { preconditionFailure() }

/// Renamed to `retry`.
@available(*, unavailable, renamed: "retry(max:while:_:)")
public func retry<T>(
  max: Int = 3,
  backoff: Backoff = .none,
  shouldRetry: (any Error) -> Bool,
  _ body: () throws -> Future<T>
) -> Promise<T> { preconditionFailure() }

/// Renamed to `retry`.
@available(*, unavailable, renamed: "retry(max:while:_:)") @_disfavoredOverload
public func retry<T>(
  max: Int = 3,
  backoff: Backoff = .none,
  shouldRetry: (any Error) -> Bool,
  _ body: () async throws -> T
) -> Promise<T> { preconditionFailure() }

/// Await in the closure, which changes to the actor.
@available(*, unavailable, message: "Await in the closure: 'retry { try await load(1).value }'.")
public func retry<T>(on _: MainActor, max: Int = 3, _ body: () throws -> Future<T>) -> Promise<T> {
  preconditionFailure()
}

/// Await in the closure, which changes to the actor.
@available(*, unavailable, message: "Use 'retry(max: 3) { try await … }'.") @_disfavoredOverload
public func retry<T>(on _: MainActor, max: Int = 3, _ body: () async throws -> T) -> Promise<T> {
  preconditionFailure()
}
