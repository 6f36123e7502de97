public import Dispatch

/// The common interface of ``Async`` and ``Future``: completes with a value, at most once.
@preconcurrency
public protocol AsyncType: SendableMetatype {
  /// The value to complete with; for a future, a result.
  associatedtype Value

  /// The value, or `nil` while this is pending.
  var result: Value? { get }

  /// This instance as an ``Async``; other types are observed by a new one.
  var asAsync: Async<Value> { get }

  /// Creates an instance that can never be completed.
  init()

  /// Creates a completed instance.
  init(result: Value)

  /// Creates an instance that completes after `delay`, on a global queue.
  init(result: Value, delay: DispatchTimeInterval)

  /// Creates an instance that completes when `other` does, on the thread that completes `other`.
  init<A: AsyncType>(other: A) where A.Value == Value

  /// Creates an instance that is completed by the function passed to `resolver`, which runs
  /// synchronously.
  @preconcurrency
  init(resolver: (_ result: @escaping @Sendable (Value) -> Void) -> Void)

  /// Registers a callback that receives the value on `context`.
  @discardableResult @preconcurrency
  func onComplete(
    _ context: @escaping ExecutionContext,
    callback: @escaping @Sendable (Value) -> Void
  ) -> Self
}

extension AsyncType {
  /// An async that completes when this does.
  public var asAsync: Async<Value> {
    Async { complete in onComplete(immediateExecutionContext, callback: complete) }
  }
}
