public import Dispatch
internal import Pledge

extension Thenable {
  /// Same as `map(on:flags:_:)`, on another queue by default, and without a result.
  @preconcurrency
  public func done(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (T) throws -> Void
  ) -> Promise<Void> {
    map(on: on, flags: flags, body)
  }

  /// Same as ``done(on:flags:_:)``, except that the returned promise has the value.
  @preconcurrency
  public func get(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (T) throws -> Void
  ) -> Promise<T> {
    map(on: on, flags: flags) { value in
      try body(value)
      return value
    }
  }

  /// Runs `body` with the value or the error and returns a promise with the same outcome.
  ///
  /// `body` does not run for a guarantee that can no longer be resolved.
  ///
  /// - Parameters:
  ///   - on: The queue that `body` runs on; `nil` for the thread that settles this.
  ///   - flags: The flags of the work item.
  ///   - body: Receives the value or the error.
  /// - Returns: A promise with the same outcome, after `body` has run.
  @preconcurrency
  public func tap(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (Result<T>) -> Void
  ) -> Promise<T> {
    let isGuarantee = self is Guarantee<T>
    return Promise(
      owning: uncheckedFuture.observe(through: Hop(on, flags)) { outcome in
        if case .failure = outcome, isGuarantee { return }
        if let result = Result(outcome) { body(result) }
      }
    )
  }

  /// Returns a promise that drops the value and keeps the error, without a hop.
  ///
  /// - Returns: The promise.
  public func asVoid() -> Promise<Void> {
    map(on: nil) { _ in }
  }
}
