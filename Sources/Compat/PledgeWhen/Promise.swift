public import Dispatch
internal import Foundation
internal import Pledge

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
  public typealias CompletionHandler = @Sendable (Result<T>) -> Void

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
    core = Core(state.outcome, on: queue, file: file, line: line)
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
  public var state: State<T> { State(core.outcome) }

  /// Resolves the promise on its queue, if it is pending at the time of the call.
  ///
  /// Thread-safe. If it is settled twice before its queue runs, handlers receive the first result,
  /// and the state is the last one.
  ///
  /// - Parameter value: The value.
  public func resolve(_ value: T) {
    core.settle(with: .success(UncheckedSendable(value)))
  }

  /// Rejects the promise on its queue, if it is pending at the time of the call; see
  /// ``resolve(_:)``.
  ///
  /// - Parameter error: The error.
  public func reject(_ error: any Error) {
    core.settle(with: .failure(error))
  }
}

// MARK: - Pledge's promise

extension Promise {
  typealias Inner = Core<T>.Inner

  /// Creates a promise that is settled when `source` is, unless it is settled directly first.
  convenience init(queue: DispatchQueue = .main, following source: Inner) {
    self.init(queue: queue)
    core.followAlone(source)
  }

  /// The promise from which others are derived.
  var source: Inner { core.waited }

  /// The promise on which a promise waits whose body has returned `promise`.
  ///
  /// If nothing else has a reference to `promise`, this is its own source, so that a loop consists
  /// of stages, which Pledge shortens.
  static func source(of promise: consuming Promise) -> Inner {
    let isUnique = isKnownUniquelyReferenced(&promise)
    return (isUnique ? promise.core.takeSource() : nil) ?? promise.source
  }
}
