public import Dispatch

/// Something that completes with a value, at most once: what ``Async`` and ``Future`` have in common.
@preconcurrency
public protocol AsyncType: SendableMetatype {
  /// What it completes with; of a future, a result.
  associatedtype Value

  /// The value, or `nil` until there is one.
  var result: Value? { get }

  /// This as the one class that there is; any other type is observed by one.
  var asAsync: Async<Value> { get }

  /// Creates one that nobody can complete.
  init()

  /// Creates a completed one.
  init(result: Value)

  /// Creates one that completes after `delay`, on a global queue.
  init(result: Value, delay: DispatchTimeInterval)

  /// Creates one that completes as `other` does, on the thread that completes that.
  init<A: AsyncType>(other: A) where A.Value == Value

  /// Creates one that is completed by the function that `resolver` is given, which runs at once.
  @preconcurrency
  init(resolver: (_ result: @escaping @Sendable (Value) -> Void) -> Void)

  /// Registers a callback, which gets the value on `context`.
  @discardableResult @preconcurrency
  func onComplete(
    _ context: @escaping ExecutionContext,
    callback: @escaping @Sendable (Value) -> Void
  ) -> Self
}

extension AsyncType {
  /// An async that completes as this does.
  public var asAsync: Async<Value> {
    Async { complete in onComplete(immediateExecutionContext, callback: complete) }
  }
}
