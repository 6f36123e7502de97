internal import Pledge

/// What settles a promise.
///
/// The first call counts; later ones do nothing. All of its methods may be called on any thread.
/// Handlers that are registered already have run, or are with their queues, before they return.
///
/// If the resolver is deallocated while the promise is pending, nothing can settle the promise any more:
/// it is broken. ``LogEvent/pendingPromiseDeallocated`` is logged, and Pledge reports where the
/// promise was created. ``PMKConfiguration/rejectsBrokenPromises`` says what handlers see of it.
public final class Resolver<T>: Sendable {
  private let promise: Pledge.Promise<UncheckedSendable<T>>
  private let file: StaticString
  private let line: UInt
  private let logsBrokenPromise: Bool

  /// Creates what settles `promise`, which was made at a place; a guarantee logs its loss itself.
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
  /// Fulfils the promise.
  ///
  /// - Parameter value: The value.
  public func fulfill(_ value: T) {
    promise.resolve(UncheckedSendable(value))
  }

  /// Rejects the promise.
  ///
  /// - Parameter error: The reason.
  public func reject(_ error: any Error) {
    promise.reject(error)
  }

  /// Settles the promise as `result` says.
  ///
  /// - Parameter result: A value or an error.
  public func resolve(_ result: Result<T>) {
    switch result {
    case .fulfilled(let value): fulfill(value)
    case .rejected(let error): reject(error)
    }
  }

  /// Settles the promise with what a callback brought; the error counts where there are both.
  ///
  /// - Parameters:
  ///   - obj: The value, if there is one.
  ///   - error: The error, if there is one; with neither, the promise is rejected with
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

  /// Same as ``resolve(_:_:)-(T?,_)``, for a callback that always brings a value.
  public func resolve(_ obj: T, _ error: (any Error)?) {
    if let error { reject(error) } else { fulfill(obj) }
  }

  /// Same as ``resolve(_:_:)-(T?,_)``, for a callback that brings the error first.
  public func resolve(_ error: (any Error)?, _ obj: T?) {
    resolve(obj, error)
  }

  /// Settles the promise as Swift's `result` says.
  ///
  /// - Parameter result: A value or an error.
  public func resolve<E: Error>(_ result: Swift.Result<T, E>) {
    switch result {
    case .success(let value): fulfill(value)
    case .failure(let error): reject(error)
    }
  }
}

extension Resolver where T == Void {
  /// Settles the promise with what a callback brought.
  ///
  /// - Parameter error: The error; without one, the promise is fulfilled.
  public func resolve(_ error: (any Error)?) {
    if let error { reject(error) } else { fulfill(()) }
  }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Fulfils the promise.
  public func fulfill_() {
    fulfill(())
  }
}
