public import Dispatch
internal import Foundation

/// A value that becomes available later, or an error in its place, with handlers that run on a
/// queue.
///
///     load(1).then { user in user.name }.done { print($0) }.fail { print($0) }
///
/// A promise is settled on its queue: right after ``resolve(_:)``, it is still pending. Derived
/// promises do not retain it. When nothing is left that could settle it, its consumers stay
/// pending, unless ``WhenConfiguration/rejectsBrokenPromises`` is set.
///
/// Thread-safe.
// Unchecked because the compiler cannot check a class that has subclasses. All stored properties
// are constant and `Sendable`.
open class Promise<T>: @unchecked Sendable {
  /// A handler of the value.
  public typealias DoneHandler = @Sendable (T) -> Void
  /// A handler of the error.
  public typealias FailureHandler = @Sendable (any Error) -> Void
  /// A handler of the value or the error.
  public typealias CompletionHandler = @Sendable (Result<T, any Error>) -> Void

  /// A unique string.
  public let key = UUID().uuidString

  let core: Core<T>

  /// Creates a promise.
  ///
  /// - Parameters:
  ///   - queue: Where it is settled, and where its handlers run.
  ///   - state: The initial state.
  ///   - file: The file to report if the promise is broken.
  ///   - line: The line to report if the promise is broken.
  public init(
    queue: DispatchQueue = .main,
    state: State<T> = .pending,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    core = Core(queue: queue, state: state, place: Place(file: file, line: line))
  }

  /// Rejects the promise with ``PromiseError/cancelled``, if it is pending.
  open func cancel() {
    reject(PromiseError.cancelled)
  }
}

extension Promise {
  /// The current state of the promise.
  ///
  /// Thread-safe.
  public var state: State<T> { core.state }

  /// Creates a promise for the result of `body`.
  ///
  /// - Parameters:
  ///   - queue: Where `body`, asynchronously, and the handlers of the promise run.
  ///   - file: The file to report if the promise is broken.
  ///   - line: The line to report if the promise is broken.
  ///   - body: The work. If it throws, the promise is rejected.
  @preconcurrency
  public convenience init(
    queue: DispatchQueue = .main,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ body: @escaping @Sendable () throws -> T
  ) {
    self.init(queue: queue, file: file, line: line)
    queue.async { [core] in core.settle(Result { try body() }) }
  }

  /// Creates a promise that `body` settles.
  ///
  /// - Parameters:
  ///   - queue: Where `body`, asynchronously, and the handlers of the promise run.
  ///   - file: The file to report if the promise is broken.
  ///   - line: The line to report if the promise is broken.
  ///   - body: Starts the work and receives the closures that settle the promise. If both closures
  ///     and all references to the promise are released while it is pending, it is broken.
  @preconcurrency
  public convenience init(
    queue: DispatchQueue = .main,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ body:
      @escaping @Sendable (
        _ resolve: @escaping @Sendable (T) -> Void,
        _ reject: @escaping @Sendable (any Error) -> Void
      ) -> Void
  ) {
    self.init(queue: queue, file: file, line: line)
    queue.async { [core] in
      body({ core.settle(.success($0)) }, { core.settle(.failure($0)) })
    }
  }

  /// Creates a promise that `body` settles and that does not fail.
  ///
  /// - Parameters:
  ///   - queue: Where `body`, asynchronously, and the handlers of the promise run.
  ///   - file: The file to report if the promise is broken.
  ///   - line: The line to report if the promise is broken.
  ///   - body: Starts the work and receives the closure that resolves the promise.
  @preconcurrency
  public convenience init(
    queue: DispatchQueue = .main,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ body: @escaping @Sendable (@escaping @Sendable (T) -> Void) -> Void
  ) {
    self.init(queue: queue, file: file, line: line)
    queue.async { [core] in
      body { core.settle(.success($0)) }
    }
  }

  /// Resolves the promise on its queue, if it is pending at the time of the call.
  ///
  /// Thread-safe. If it is settled twice before its queue runs, handlers receive the first result,
  /// and the state is the last one.
  ///
  /// - Parameter value: The value.
  public func resolve(_ value: T) {
    core.settle(.success(value))
  }

  /// Rejects the promise on its queue, if it is pending at the time of the call; see
  /// ``resolve(_:)``.
  ///
  /// - Parameter error: The error.
  public func reject(_ error: any Error) {
    core.settle(.failure(error))
  }
}
