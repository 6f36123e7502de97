public import Pledge

/// A value that becomes available later, or an error: the consumer's view of a ``Promise``.
///
///     UserLoader().load(1).observe { result in print(result) }
///
/// Thread-safe. The first outcome counts.
// Unchecked because the compiler cannot check a class that has subclasses. All stored properties
// are constant and `Sendable`.
open class Future<Value>: @unchecked Sendable {
  /// A value or an error.
  public typealias Result = Swift.Result<Value, any Error>

  @usableFromInline typealias Inner = Pledge.Promise<UncheckedSendable<Value>>

  @usableFromInline let inner: Inner

  /// Creates a future for subclasses; it stays pending.
  ///
  /// - Parameters:
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  public init(file: StaticString = #fileID, line: UInt = #line) {
    inner = Inner(file: file, line: line)
    inner.shared()
  }

  /// Creates a future that follows `inner`; another promise settles it.
  init(derived inner: Inner) {
    self.inner = inner
    // This API has no discards, so a consumer on Pledge's side must not discard the promise by
    // detaching.
    inner.shared()
  }

  deinit {
    // The articles do not report unobserved errors. A broken promise is reported, but not because
    // of this reference.
    inner.ignoreErrorsWithoutConsuming()
  }

  /// Calls `callback` with the outcome, synchronously if there already is one.
  ///
  /// - Parameter callback: Runs once, on the thread that settles the future, after previously
  ///   registered callbacks. Never runs for a broken promise, unless
  ///   ``SundellConfiguration/rejectsBrokenPromises`` is set.
  @inlinable @preconcurrency public final func observe(
    using callback: @escaping @Sendable (_ result: Result) -> Void
  ) {
    // Inlinable, so that an observer of a known type takes no more allocations than in the
    // articles.
    inner.observe { outcome in
      if case .failure(let error) = outcome, isBroken(by: error) { return }
      callback(outcome.map { $0.value })
    }
  }
}

/// Returns whether `error` is the error of a broken promise that stays pending.
@usableFromInline func isBroken(by error: any Error) -> Bool { error.isBrokenPromise }
