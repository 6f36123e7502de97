public import Pledge

/// A type that can be waited for: a ``Promise``, a ``Guarantee``, or a custom type.
public protocol Thenable: AnyObject, SendableMetatype {
  /// The type of the value.
  associatedtype T

  /// Registers `handler`.
  ///
  /// Handlers run on the thread that settles this, in the order of registration, or immediately if
  /// this is already settled.
  ///
  /// - Parameter handler: Receives the value or the error.
  @preconcurrency func pipe(to handler: @escaping @Sendable (Result<T>) -> Void)

  /// The value or the error, or `nil` while this is pending.
  var result: Result<T>? { get }

  /// This thenable as a Pledge future, on which operators are based.
  ///
  /// There is a default implementation. Its errors are Pledge's: `CycleError` for
  /// ``PMKError/returnedSelf``, and an internal error of this module for a broken promise that
  /// looks pending.
  var uncheckedFuture: Pledge.Future<UncheckedSendable<T>> { get }
}

extension Thenable {
  /// A future that settles with the result passed to the handler of ``pipe(to:)``.
  public var uncheckedFuture: Pledge.Future<UncheckedSendable<T>> {
    let promise = Pledge.Promise<UncheckedSendable<T>>()
    promise.ignoringErrors()
    let resolver = Resolver(promise, file: #fileID, line: #line, logsBrokenPromise: false)
    pipe { resolver.resolve($0) }
    return promise
  }
}

/// A type that can be rejected: ``Promise``, but not ``Guarantee``.
public protocol CatchMixin: Thenable {}

extension Thenable {
  /// The error, or `nil` if this is pending or fulfilled.
  public var error: (any Error)? {
    if case .rejected(let error) = result { error } else { nil }
  }

  /// The value, or `nil` if this is pending or rejected.
  public var value: T? {
    if case .fulfilled(let value) = result { value } else { nil }
  }

  /// Whether this has neither a value nor an error yet.
  public var isPending: Bool { result == nil }

  /// Whether this has a value or an error.
  public var isResolved: Bool { result != nil }

  /// Whether this has a value.
  public var isFulfilled: Bool { value != nil }

  /// Whether this has an error.
  public var isRejected: Bool { error != nil }
}
