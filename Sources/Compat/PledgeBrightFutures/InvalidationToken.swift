internal import Pledge

/// Something that can say that callbacks are not wanted any more.
public protocol InvalidationTokenType {
  /// Whether it has been invalidated.
  var isInvalid: Bool { get }

  /// Fails with ``BrightFuturesError/invalidationTokenInvalidated`` when it is invalidated.
  var future: Future<Never, BrightFuturesError<Never>> { get }

  /// Returns a context that drops its tasks once this is invalid, and else runs them on the parent.
  ///
  /// It need not be implemented.
  @preconcurrency
  func validContext(_ parentContext: @escaping ExecutionContext) -> ExecutionContext
}

extension InvalidationTokenType {
  /// A context that drops its tasks once this is invalid, and else runs them on the default context.
  @preconcurrency public var validContext: ExecutionContext { validContext(defaultContext()) }

  /// Returns a context for callbacks that are not wanted once this is invalid.
  ///
  /// - Parameter parentContext: Where tasks run; the default context, unless another one is given.
  /// - Returns: A context that asks, in the parent context and right before a task would run, whether
  ///   this is valid, and drops the task if not.
  @preconcurrency
  public func validContext(
    _ parentContext: @escaping ExecutionContext = defaultContext()
  ) -> ExecutionContext {
    // The original asks for no Sendable: the token is read where its context runs.
    let token = UncheckedSendable<any InvalidationTokenType>(self)
    return { task in parentContext { if !token.value.isInvalid { task() } } }
  }
}

/// A token that is invalidated by hand.
public protocol ManualInvalidationTokenType: InvalidationTokenType {
  /// Makes this invalid, for good.
  func invalidate()
}

/// A token that is valid until it is invalidated.
///
///     let token = InvalidationToken()
///     load(1).onSuccess(token.validContext) { user in show(user) }
///     token.invalidate()
///
/// Callbacks that have not begun by then do not run. Used from any thread.
public final class InvalidationToken: ManualInvalidationTokenType, Sendable {
  /// Fails with ``BrightFuturesError/invalidationTokenInvalidated`` when this is invalidated.
  public let future: Future<Never, BrightFuturesError<Never>>
  private let producer = Producer<Result<Never, BrightFuturesError<Never>>>()

  /// Creates a valid token.
  public init() {
    future = Future(producer.core)
  }

  // A token that goes without having been used is no loss.
  deinit {
    producer.core.inner.discard()
  }

  /// Whether this has been invalidated.
  ///
  /// Any thread.
  public var isInvalid: Bool { future.isCompleted }

  /// Makes this invalid; it must be valid.
  ///
  /// Any thread. The second time changes nothing: it is printed, and stops a debug build.
  public func invalidate() {
    producer.complete(.failure(.invalidationTokenInvalidated))
  }
}
