internal import Pledge

/// A token that can mark callbacks as no longer wanted.
public protocol InvalidationTokenType {
  /// Whether the token has been invalidated.
  var isInvalid: Bool { get }

  /// A future that fails with ``BrightFuturesError/invalidationTokenInvalidated`` on invalidation.
  var future: Future<Never, BrightFuturesError<Never>> { get }

  /// Returns a context that runs its tasks on the parent context, or drops them once this is
  /// invalid.
  ///
  /// There is a default implementation.
  @preconcurrency
  func validContext(_ parentContext: @escaping ExecutionContext) -> ExecutionContext
}

extension InvalidationTokenType {
  /// A context that runs its tasks on the default context, or drops them once this is invalid.
  @preconcurrency public var validContext: ExecutionContext { validContext(defaultContext()) }

  /// Returns a context for callbacks that are no longer wanted once this is invalid.
  ///
  /// - Parameter parentContext: Where tasks run; by default, the default context.
  /// - Returns: A context that checks, in the parent context and right before a task would run,
  ///   whether this is still valid, and drops the task if it is not.
  @preconcurrency
  public func validContext(
    _ parentContext: @escaping ExecutionContext = defaultContext()
  ) -> ExecutionContext {
    // The original does not require `Sendable`: the token is read where its context runs.
    let token = UncheckedSendable<any InvalidationTokenType>(self)
    return { task in parentContext { if !token.value.isInvalid { task() } } }
  }
}

/// A token that is invalidated by a call.
public protocol ManualInvalidationTokenType: InvalidationTokenType {
  /// Invalidates this token permanently.
  func invalidate()
}

/// A token that is valid until it is invalidated.
///
///     let token = InvalidationToken()
///     load(1).onSuccess(token.validContext) { user in show(user) }
///     token.invalidate()
///
/// Callbacks that have not begun by then do not run. Thread-safe.
public final class InvalidationToken: ManualInvalidationTokenType, Sendable {
  /// A future that fails with ``BrightFuturesError/invalidationTokenInvalidated`` on invalidation.
  public let future: Future<Never, BrightFuturesError<Never>>
  private let producer = Producer<Result<Never, BrightFuturesError<Never>>>()

  /// Creates a valid token.
  public init() {
    future = Future(producer.core)
  }

  // A token released without having been invalidated does not count as a broken promise.
  deinit {
    producer.core.inner.discard()
  }

  /// Whether this has been invalidated.
  ///
  /// Thread-safe.
  public var isInvalid: Bool { future.isCompleted }

  /// Invalidates this token, if it is valid.
  ///
  /// Thread-safe. A second call has no effect except that it prints a message and stops a debug
  /// build.
  public func invalidate() {
    producer.complete(.failure(.invalidationTokenInvalidated))
  }
}
