internal import Pledge

/// The producer's side of a future.
///
///     let promise = Promise<User, LoadError>()
///     sdk.fetch { promise.complete($0) }
///     return promise.future
///
/// Thread-safe. If it is released without completing its future, the future is broken: it stays
/// pending, and this is reported to Pledge's `UnhandledRejections` if the future has a consumer.
/// See ``BrightFuturesConfiguration/rejectsBrokenPromises``.
public final class Promise<T, E: Error>: Sendable {
  /// The future that this promise completes.
  public let future: Future<T, E>
  private let producer: Producer<Result<T, E>>

  /// Creates a promise with a pending future.
  ///
  /// - Parameters:
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  public init(file: StaticString = #fileID, line: UInt = #line) {
    producer = Producer(file: file, line: line)
    future = Future(producer.core)
  }

  /// Completes the future when `other` completes, on the thread that completes `other`.
  ///
  /// - Parameter other: The future to wait for.
  public func completeWith(_ other: Future<T, E>) {
    other.core.handled.observe { [self, common = other.core.common] outcome in
      switch outcome {
      case .success(let box): common.run { complete(box.value) }
      case .failure(let error): producer.core.common.note(error)
      }
    }
  }

  // Breaks the future if its source is broken, since nothing else can complete it anymore.
  deinit {
    if producer.core.inner.isPending, let brokenPromise = producer.core.common.brokenPromise {
      producer.reject(brokenPromise)
    }
  }

  /// Same as ``complete(_:)``, for a success.
  public func success(_ value: T) {
    complete(.success(value))
  }

  /// Same as ``complete(_:)``, for a failure.
  public func failure(_ error: E) {
    complete(.failure(error))
  }

  /// Completes the pending future.
  ///
  /// Callbacks have been passed to their contexts when this returns. A second call has no effect
  /// except that it prints a message and stops a debug build.
  ///
  /// - Parameter result: The result.
  public func complete(_ result: Result<T, E>) {
    producer.complete(result)
  }

  /// Same as ``tryComplete(_:)``, for a success.
  @discardableResult
  public func trySuccess(_ value: T) -> Bool {
    tryComplete(.success(value))
  }

  /// Same as ``tryComplete(_:)``, for a failure.
  @discardableResult
  public func tryFailure(_ error: E) -> Bool {
    tryComplete(.failure(error))
  }

  /// Completes the future, unless it is already completed.
  ///
  /// - Parameter result: The result.
  /// - Returns: Whether this call completed it.
  @discardableResult
  public func tryComplete(_ result: Result<T, E>) -> Bool {
    producer.tryComplete(result)
  }
}
