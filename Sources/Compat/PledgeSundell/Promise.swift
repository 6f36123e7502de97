internal import Pledge

/// A future that its owner resolves or rejects, once.
///
///     let promise = Promise<User>()
///     database.save(user) { promise.resolve(with: user) }
///     return promise
///
/// The first settlement counts. If its last reference goes before, it is broken: callbacks do not run,
/// unless ``SundellConfiguration/rejectsBrokenPromises`` is set.
// Restates what it inherits; it stores nothing.
open class Promise<Value>: Future<Value>, @unchecked Sendable {
  /// Creates a promise, resolved with `value` if that is not `nil`.
  ///
  /// - Parameters:
  ///   - value: The value, if it is known already.
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  public init(value: Value? = nil, file: StaticString = #fileID, line: UInt = #line) {
    super.init(file: file, line: line)
    if let value { inner.resolve(UncheckedSendable(value)) }
  }

  override init(derived inner: Inner) {
    super.init(derived: inner)
  }

  /// Resolves the promise with `value`, unless it is settled.
  ///
  /// Any thread. Callbacks run before this returns.
  ///
  /// - Parameter value: The value.
  open func resolve(with value: Value) {
    inner.resolve(UncheckedSendable(value))
  }

  /// Rejects the promise with `error`, unless it is settled.
  ///
  /// Any thread. Callbacks run before this returns.
  ///
  /// - Parameter error: The error.
  open func reject(with error: any Error) {
    inner.reject(error)
  }
}
