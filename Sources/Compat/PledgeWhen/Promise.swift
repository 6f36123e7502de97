public import Dispatch
internal import Foundation

/// A value that will exist, or fail to, and whose handlers run on a queue.
///
///     load(1).then { user in user.name }.done { print($0) }.fail { print($0) }
///
/// A promise is settled on its queue: right after ``resolve(_:)`` it is still pending. What is derived
/// from it does not keep it alive; when nothing is left that could settle it, what waits for it stays
/// pending, unless ``WhenConfiguration/rejectsBrokenPromises`` is set.
///
/// Any thread may use it.
// Unchecked because a class with a subclass cannot be checked: all that is stored is constant and Sendable.
open class Promise<T>: @unchecked Sendable {
  /// A handler of the value.
  public typealias DoneHandler = @Sendable (T) -> Void
  /// A handler of the error.
  public typealias FailureHandler = @Sendable (any Error) -> Void
  /// A handler of either.
  public typealias CompletionHandler = @Sendable (Result<T, any Error>) -> Void

  /// A text that no other promise has.
  public let key = UUID().uuidString

  let core: Core<T>

  /// Creates a promise.
  ///
  /// - Parameters:
  ///   - queue: Where it is settled, and where its handlers run.
  ///   - state: What it is.
  ///   - file: The place that is named if the promise is lost.
  ///   - line: The line of that place.
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
  /// What the promise is now.
  ///
  /// Any thread.
  public var state: State<T> { core.state }

  /// Creates a promise for what `body` returns.
  ///
  /// - Parameters:
  ///   - queue: Where `body` runs, later, and the handlers of the promise.
  ///   - file: The place that is named if the promise is lost.
  ///   - line: The line of that place.
  ///   - body: The work; if it throws, the promise is rejected.
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

  /// Creates a promise that `body` sees to.
  ///
  /// - Parameters:
  ///   - queue: Where `body` runs, later, and the handlers of the promise.
  ///   - file: The place that is named if the promise is lost.
  ///   - line: The line of that place.
  ///   - body: Starts the work, with the closures that settle the promise. If both are gone, and all
  ///     references to the promise, while it is pending, it is broken.
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

  /// Creates a promise that `body` sees to and that does not fail.
  ///
  /// - Parameters:
  ///   - queue: Where `body` runs, later, and the handlers of the promise.
  ///   - file: The place that is named if the promise is lost.
  ///   - line: The line of that place.
  ///   - body: Starts the work, with the closure that resolves the promise.
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

  /// Resolves the promise on its queue, if it is pending now.
  ///
  /// Any thread. If it is settled twice before its queue gets to that, handlers hear of the first, and
  /// the state is the last.
  ///
  /// - Parameter value: The value.
  public func resolve(_ value: T) {
    core.settle(.success(value))
  }

  /// Rejects the promise on its queue, if it is pending now; see ``resolve(_:)``.
  ///
  /// - Parameter error: The error.
  public func reject(_ error: any Error) {
    core.settle(.failure(error))
  }
}
