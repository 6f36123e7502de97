public import Dispatch

/// A value of type `T` that becomes available later, or an error of type `E` in its place.
///
///     logIn(name, password).flatMap { user in
///       fetchPosts(of: user)
///     }.onSuccess { posts in
///       show(posts)
///     }.onFailure { error in
///       alert(error)
///     }
///
/// Completed by a ``Promise``, or by the function that ``init(resolver:)`` passes to its closure.
/// Thread-safe, like every ``Async``.
@dynamicMemberLookup
public nonisolated final class Future<T, E: Error>: Async<Result<T, E>> {
  /// A callback that receives the result.
  public typealias CompletionCallback = (_ result: Result<T, E>) -> Void
  /// A callback that receives the value of a success.
  public typealias SuccessCallback = (T) -> Void
  /// A callback that receives the error of a failure.
  public typealias FailureCallback = (E) -> Void

  override init(_ core: Core<Result<T, E>>) {
    super.init(core)
  }

  /// Same as ``Async/init()``.
  public required init() {
    super.init()
  }

  /// Same as ``Async/init(result:)``.
  public required init(result: Result<T, E>) {
    super.init(result: result)
  }

  /// Same as ``Async/init(result:delay:)``.
  public required init(result: Result<T, E>, delay: DispatchTimeInterval) {
    super.init(result: result, delay: delay)
  }

  /// Same as ``Async/init(other:)``.
  public required init<A: AsyncType>(other: A) where A.Value == Result<T, E> {
    super.init(other: other)
  }

  /// Same as ``Async/init(resolver:)``.
  @_disfavoredOverload @preconcurrency
  public required init(
    resolver: (_ result: @escaping @Sendable (Result<T, E>) -> Void) -> Void
  ) {
    super.init(resolver: resolver)
  }

  /// Creates a future that is completed by a function.
  ///
  /// - Parameters:
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - resolver: Runs synchronously. The function passed to it completes this future and is
  ///     thread-safe. If that function is released without having been called, the future is broken
  ///     and reported.
  @preconcurrency
  public init(
    file: StaticString = #fileID,
    line: UInt = #line,
    resolver: (_ result: @escaping @Sendable (Result<T, E>) -> Void) -> Void
  ) {
    let producer = Producer<Result<T, E>>(file: file, line: line)
    super.init(producer.core)
    resolver { producer.complete($0) }
  }

  /// Same as ``init(result:delay:)``, for a success.
  public init(value: T, delay: DispatchTimeInterval) {
    super.init(result: .success(value), delay: delay)
  }

  /// Same as ``init(result:delay:)``, for a failure.
  public init(error: E, delay: DispatchTimeInterval) {
    super.init(result: .failure(error), delay: delay)
  }

  /// Creates a future that has succeeded.
  public convenience init(value: T) {
    self.init(result: .success(value))
  }

  /// Creates a future that has failed.
  public convenience init(error: E) {
    self.init(result: .failure(error))
  }
}
