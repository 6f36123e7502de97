public import Pledge

/// What can be waited for: a ``Promise``, a ``Guarantee`` or a type of your own.
public protocol Thenable: AnyObject, SendableMetatype {
  /// What it is fulfilled with.
  associatedtype T

  /// Registers `handler`, which runs on the thread that settles this, in the order of registration;
  /// at once, if this is settled.
  ///
  /// - Parameter handler: Gets the value or the error.
  @preconcurrency func pipe(to handler: @escaping @Sendable (Result<T>) -> Void)

  /// The value or the error, or `nil` while there is neither.
  var result: Result<T>? { get }

  /// The same as a future of Pledge's, which operators are stages of.
  ///
  /// It need not be implemented. Its errors are Pledge's: `CycleError` for
  /// ``PMKError/returnedSelf``, and an internal one of this module for a broken promise that looks
  /// pending.
  var uncheckedFuture: Pledge.Future<UncheckedSendable<T>> { get }
}

extension Thenable {
  /// A future that settles as ``pipe(to:)`` says.
  public var uncheckedFuture: Pledge.Future<UncheckedSendable<T>> {
    let promise = Pledge.Promise<UncheckedSendable<T>>()
    promise.ignoringErrors()
    let resolver = Resolver(promise, file: #fileID, line: #line, logsBrokenPromise: false)
    pipe { resolver.resolve($0) }
    return promise
  }
}

/// What can be rejected: a ``Promise``, not a ``Guarantee``.
public protocol CatchMixin: Thenable {}

extension Thenable {
  /// The error, or `nil` if there is none, or none yet.
  public var error: (any Error)? {
    if case .rejected(let error) = result { error } else { nil }
  }

  /// The value, or `nil` if there is none, or none yet.
  public var value: T? {
    if case .fulfilled(let value) = result { value } else { nil }
  }

  /// Whether there is neither a value nor an error yet.
  public var isPending: Bool { result == nil }

  /// Whether there is a value or an error.
  public var isResolved: Bool { result != nil }

  /// Whether there is a value.
  public var isFulfilled: Bool { value != nil }

  /// Whether there is an error.
  public var isRejected: Bool { error != nil }
}
