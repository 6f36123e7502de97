public import Dispatch

/// A value of type `T` that will be there, or an error of type `E` in its place.
///
///     logIn(name, password).flatMap { user in
///       fetchPosts(of: user)
///     }.onSuccess { posts in
///       show(posts)
///     }.onFailure { error in
///       alert(error)
///     }
///
/// Completed by a ``Promise``, or by the function that ``init(resolver:)`` hands out. Like every
/// ``Async`` it is used from any thread.
@dynamicMemberLookup
public nonisolated final class Future<T, E: Error>: Async<Result<T, E>> {
  /// A callback that gets the result.
  public typealias CompletionCallback = (_ result: Result<T, E>) -> Void
  /// A callback that gets the value of a success.
  public typealias SuccessCallback = (T) -> Void
  /// A callback that gets the error of a failure.
  public typealias FailureCallback = (E) -> Void

  override init(_ core: Core<Result<T, E>>) {
    super.init(core)
  }

  /// Creates one that nobody can complete.
  public required init() {
    super.init()
  }

  /// Creates a completed one.
  ///
  /// - Parameter result: What it completes with.
  public required init(result: Result<T, E>) {
    super.init(result: result)
  }

  /// Creates one that completes later, on a global queue.
  ///
  /// - Parameters:
  ///   - result: What it completes with.
  ///   - delay: When, from now.
  public required init(result: Result<T, E>, delay: DispatchTimeInterval) {
    super.init(result: result, delay: delay)
  }

  /// Creates one that completes as `other` does, on the thread that completes that.
  ///
  /// - Parameter other: The one to wait for.
  public required init<A: AsyncType>(other: A) where A.Value == Result<T, E> {
    super.init(other: other)
  }

  /// Creates one that is completed by a function.
  ///
  /// - Parameter resolver: Runs at once. The function it is given completes this, from any thread;
  ///   when that is gone without having been called, nobody can, and the loss is reported.
  @_disfavoredOverload @preconcurrency
  public required init(
    resolver: (_ result: @escaping @Sendable (Result<T, E>) -> Void) -> Void
  ) {
    super.init(resolver: resolver)
  }

  /// Creates one that is completed by a function.
  ///
  /// - Parameters:
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  ///   - resolver: Runs at once. The function it is given completes this, from any thread; when
  ///     that is gone without having been called, nobody can, and the brokenPromise is reported.
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

  /// Creates one that succeeds later, on a global queue.
  ///
  /// - Parameters:
  ///   - value: What it succeeds with.
  ///   - delay: When, from now.
  public init(value: T, delay: DispatchTimeInterval) {
    super.init(result: .success(value), delay: delay)
  }

  /// Creates one that fails later, on a global queue.
  ///
  /// - Parameters:
  ///   - error: What it fails with.
  ///   - delay: When, from now.
  public init(error: E, delay: DispatchTimeInterval) {
    super.init(result: .failure(error), delay: delay)
  }

  /// Creates a succeeded one.
  ///
  /// - Parameter value: What it succeeds with.
  public convenience init(value: T) {
    self.init(result: .success(value))
  }

  /// Creates a failed one.
  ///
  /// - Parameter error: What it fails with.
  public convenience init(error: E) {
    self.init(result: .failure(error))
  }
}
