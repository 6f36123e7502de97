public import Pledge

/// A value that will exist, or an error: what is handed out of a ``Promise``, to be observed alone.
///
///     UserLoader().load(1).observe { result in print(result) }
///
/// Any thread may use it. The first outcome is the outcome.
// Unchecked because a class with a subclass cannot be checked: all that is stored is constant and Sendable.
open class Future<Value>: @unchecked Sendable {
  /// A value or an error.
  public typealias Result = Swift.Result<Value, any Error>

  @usableFromInline typealias Inner = Pledge.Promise<UncheckedSendable<Value>>

  @usableFromInline let inner: Inner
  /// Whether something else settles this, so that it may yet be rejected when nobody refers to it.
  private let isDerived: Bool

  /// Creates a future for subclasses; it stays pending.
  ///
  /// - Parameters:
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  public init(file: StaticString = #fileID, line: UInt = #line) {
    inner = Inner(file: file, line: line)
    isDerived = false
    inner.shared()
  }

  /// Creates a future that settles as `inner` does, which something else sees to.
  init(derived inner: Inner) {
    self.inner = inner
    isDerived = true
    // Here nobody discards, so a consumer on Pledge's side that leaves must not.
    inner.shared()
  }

  deinit {
    // The articles report no error that nobody observed. To read one is to hear of it; of one to come,
    // a discard is made, which is not reported. The loss of a producer is, but not because of this.
    if inner.result == nil, isDerived {
      _ = inner.mapError { $0 is BrokenPromiseError ? $0 : DiscardedError() }
    }
  }

  /// Calls `callback` with the outcome: at once if there is one already.
  ///
  /// - Parameter callback: Runs once, on the thread that settles the future, after the callbacks that
  ///   were registered before it. Never for a broken promise, unless
  ///   ``SundellConfiguration/rejectsBrokenPromises`` is set.
  @inlinable @preconcurrency public final func observe(
    using callback: @escaping @Sendable (_ result: Result) -> Void
  ) {
    // Inlinable: for a known type an observer then takes no more allocations than in the articles.
    inner.observe { outcome in
      if case .failure(let error) = outcome, isBroken(by: error) { return }
      callback(outcome.map { $0.value })
    }
  }
}

/// Whether `error` says that a promise is broken and stays pending.
@usableFromInline func isBroken(by error: any Error) -> Bool { error.isBrokenPromise }
