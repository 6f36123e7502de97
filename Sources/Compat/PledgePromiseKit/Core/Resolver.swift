internal import Pledge

/// The producer's side of a promise.
///
/// The first call counts; later ones have no effect. All methods are thread-safe. Handlers that are
/// already registered have run, or are on their queues, when a method returns.
///
/// If the resolver is deallocated while the promise is pending, the promise is broken: nothing can
/// settle it anymore. ``LogEvent/pendingPromiseDeallocated`` is logged, and Pledge reports where
/// the promise was created. ``PMKConfiguration/rejectsBrokenPromises`` determines the effect on
/// handlers.
public final class Resolver<T>: Sendable {
  private let promise: Pledge.Promise<UncheckedSendable<T>>
  private let file: StaticString
  private let line: UInt
  private let logsBrokenPromise: Bool

  /// Creates the resolver of `promise`, which was created at `file` and `line`.
  ///
  /// A guarantee logs on its own that it is broken.
  init(
    _ promise: Pledge.Promise<UncheckedSendable<T>>,
    file: StaticString,
    line: UInt,
    logsBrokenPromise: Bool = true
  ) {
    self.promise = promise
    self.file = file
    self.line = line
    self.logsBrokenPromise = logsBrokenPromise
  }

  deinit {
    guard promise.isPending else { return }
    if logsBrokenPromise { conf.logHandler(.pendingPromiseDeallocated) }
    promise.reject(brokenPromise(file: file, line: line))
  }
}

extension Resolver {
  /// Fulfills the promise.
  public func fulfill(_ value: T) {
    promise.resolve(UncheckedSendable(value))
  }

  /// Rejects the promise.
  public func reject(_ error: any Error) {
    promise.reject(error)
  }

  /// Settles the promise with `result`.
  public func resolve(_ result: Result<T>) {
    switch result {
    case .fulfilled(let value): fulfill(value)
    case .rejected(let error): reject(error)
    }
  }

  /// Settles the promise with the arguments of a callback; if there are both, the error counts.
  ///
  /// - Parameters:
  ///   - obj: The value, if there is one.
  ///   - error: The error, if there is one. With neither, the promise is rejected with
  ///     ``PMKError/invalidCallingConvention``.
  public func resolve(_ obj: T?, _ error: (any Error)?) {
    if let error {
      reject(error)
    } else if let obj {
      fulfill(obj)
    } else {
      reject(PMKError.invalidCallingConvention)
    }
  }

  /// Same as ``resolve(_:_:)-(T?,_)``, for a callback that always receives a value.
  public func resolve(_ obj: T, _ error: (any Error)?) {
    if let error { reject(error) } else { fulfill(obj) }
  }

  /// Same as ``resolve(_:_:)-(T?,_)``, for a callback that receives the error first.
  public func resolve(_ error: (any Error)?, _ obj: T?) {
    resolve(obj, error)
  }

  /// Settles the promise with Swift's `result`.
  public func resolve<E: Error>(_ result: Swift.Result<T, E>) {
    switch result {
    case .success(let value): fulfill(value)
    case .failure(let error): reject(error)
    }
  }
}

extension Resolver where T == Void {
  /// Settles the promise with the argument of a callback.
  ///
  /// - Parameter error: The error. If it is `nil`, the promise is fulfilled.
  public func resolve(_ error: (any Error)?) {
    if let error { reject(error) } else { fulfill(()) }
  }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Fulfills the promise.
  public func fulfill_() {
    fulfill(())
  }
}
