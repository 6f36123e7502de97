internal import Pledge

/// A future that its owner resolves or rejects, once.
///
///     let promise = Promise<User>()
///     database.save(user) { promise.resolve(with: user) }
///     return promise
///
/// The first settlement counts. If the last reference is released before that, the promise is
/// broken: callbacks do not run, unless ``SundellConfiguration/rejectsBrokenPromises`` is set.
// Restates the inherited conformance; this class stores nothing.
open class Promise<Value>: Future<Value>, @unchecked Sendable {
  /// Creates a promise, resolved with `value` unless that is `nil`.
  ///
  /// - Parameters:
  ///   - value: The value, if it is already known.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  public init(value: Value? = nil, file: StaticString = #fileID, line: UInt = #line) {
    super.init(file: file, line: line)
    if let value { inner.resolve(UncheckedSendable(value)) }
  }

  override init(derived inner: Inner) {
    super.init(derived: inner)
  }

  /// Resolves the promise with `value`, unless it is settled.
  ///
  /// Thread-safe. Callbacks run before this returns.
  open func resolve(with value: Value) {
    inner.resolve(UncheckedSendable(value))
  }

  /// Rejects the promise with `error`, unless it is settled; see ``resolve(with:)``.
  open func reject(with error: any Error) {
    inner.reject(error)
  }
}
