internal import Pledge

/// What completes a future.
///
///     let promise = Promise<User, LoadError>()
///     sdk.fetch { promise.complete($0) }
///     return promise.future
///
/// Used from any thread. If it is released without having completed its future, the future is broken: it
/// stays pending, and that is reported to Pledge's `UnhandledRejections` if anything waits. See
/// ``BrightFuturesConfiguration/rejectsBrokenPromises``.
public final class Promise<T, E: Error>: Sendable {
  /// The future that this completes.
  public let future: Future<T, E>
  private let producer: Producer<Result<T, E>>

  /// Creates a promise with a pending future.
  ///
  /// - Parameters:
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  public init(file: StaticString = #fileID, line: UInt = #line) {
    producer = Producer(file: file, line: line)
    future = Future(producer.core)
  }

  /// Completes the future as `other` completes, on the thread that completes that.
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

  // What was to complete this is lost, and with this everything else that could.
  deinit {
    if producer.core.inner.isPending, let brokenPromise = producer.core.common.brokenPromise {
      producer.reject(brokenPromise)
    }
  }

  /// Lets the future succeed; it must not be completed.
  ///
  /// - Parameter value: What it succeeds with.
  public func success(_ value: T) {
    complete(.success(value))
  }

  /// Lets the future fail; it must not be completed.
  ///
  /// - Parameter error: What it fails with.
  public func failure(_ error: E) {
    complete(.failure(error))
  }

  /// Completes the future, which must not be completed.
  ///
  /// Callbacks have been given to their contexts when this returns. The second completion changes
  /// nothing: it is printed, and stops a debug build.
  ///
  /// - Parameter result: What it completes with.
  public func complete(_ result: Result<T, E>) {
    producer.complete(result)
  }

  /// Lets the future succeed unless it is completed.
  ///
  /// - Parameter value: What it succeeds with.
  /// - Returns: Whether this completed it.
  @discardableResult
  public func trySuccess(_ value: T) -> Bool {
    tryComplete(.success(value))
  }

  /// Lets the future fail unless it is completed.
  ///
  /// - Parameter error: What it fails with.
  /// - Returns: Whether this completed it.
  @discardableResult
  public func tryFailure(_ error: E) -> Bool {
    tryComplete(.failure(error))
  }

  /// Completes the future unless it is completed.
  ///
  /// - Parameter result: What it completes with.
  /// - Returns: Whether this completed it.
  @discardableResult
  public func tryComplete(_ result: Result<T, E>) -> Bool {
    producer.tryComplete(result)
  }
}
