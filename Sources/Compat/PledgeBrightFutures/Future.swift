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

  /// Creates a future that can never be completed.
  public required init() {
    super.init()
  }

  /// Creates a completed future.
  ///
  /// - Parameter result: The result to complete with.
  public required init(result: Result<T, E>) {
    super.init(result: result)
  }

  /// Creates a future that completes later, on a global queue.
  ///
  /// - Parameters:
  ///   - result: The result to complete with.
  ///   - delay: The delay, from now.
  public required init(result: Result<T, E>, delay: DispatchTimeInterval) {
    super.init(result: result, delay: delay)
  }

  /// Creates a future that completes when `other` does, on the thread that completes `other`.
  ///
  /// - Parameter other: The async to wait for.
  public required init<A: AsyncType>(other: A) where A.Value == Result<T, E> {
    super.init(other: other)
  }

  /// Creates a future that is completed by a function.
  ///
  /// - Parameter resolver: Runs synchronously. The function passed to it completes this future and
  ///   is thread-safe. If that function is released without having been called, the future is
  ///   broken and reported.
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

  /// Creates a future that succeeds later, on a global queue.
  ///
  /// - Parameters:
  ///   - value: The value to succeed with.
  ///   - delay: The delay, from now.
  public init(value: T, delay: DispatchTimeInterval) {
    super.init(result: .success(value), delay: delay)
  }

  /// Creates a future that fails later, on a global queue.
  ///
  /// - Parameters:
  ///   - error: The error to fail with.
  ///   - delay: The delay, from now.
  public init(error: E, delay: DispatchTimeInterval) {
    super.init(result: .failure(error), delay: delay)
  }

  /// Creates a future that has succeeded.
  ///
  /// - Parameter value: The value.
  public convenience init(value: T) {
    self.init(result: .success(value))
  }

  /// Creates a future that has failed.
  ///
  /// - Parameter error: The error.
  public convenience init(error: E) {
    self.init(result: .failure(error))
  }
}
