public import Dispatch
internal import Pledge

extension CatchMixin {
  /// Returns a promise for the value, or one that follows the thenable that `body` returns for the
  /// error.
  ///
  /// Values, and cancellations that the policy excludes, pass without a hop.
  ///
  /// - Parameters:
  ///   - on: The queue that `body` runs on; `nil` for the thread that settles this.
  ///   - flags: The flags of the work item.
  ///   - policy: The errors that `body` handles.
  ///   - body: Receives the error. If it throws, the returned promise is rejected.
  /// - Returns: A promise for the value of this or of the recovery.
  @preconcurrency
  public func recover<U: Thenable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping @Sendable (any Error) throws -> U
  ) -> Promise<T> where U.T == T {
    let hop = Hop(on, flags)
    return Promise(
      owning: uncheckedFuture.flatMapError(through: hop, by: policy) { error in
        try body(error.perceived).uncheckedFuture
      }
    )
  }

  /// Returns a guarantee of the value, or one that follows the guarantee that `body` returns for
  /// any error, cancellations included; same as `recover(on:flags:policy:_:)` otherwise.
  @preconcurrency @discardableResult
  public func recover(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (any Error) -> Guarantee<T>
  ) -> Guarantee<T> {
    Guarantee(
      owning: uncheckedFuture.flatMapError(through: Hop(on, flags)) { error in
        body(error.perceived).inner
      }
    )
  }
}

extension CatchMixin where T == Void {
  /// Returns a guarantee that is resolved when this is fulfilled, or after `body` has handled any
  /// error, cancellations included.
  @preconcurrency @discardableResult
  public func recover(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (any Error) -> Void
  ) -> Guarantee<Void> {
    recover(on: on, flags: flags) { error -> Guarantee<Void> in
      body(error)
      return .value
    }
  }

  /// Returns a promise that is fulfilled if this is fulfilled, or if `body` handles an error that
  /// the policy includes without throwing.
  @preconcurrency
  public func recover(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping @Sendable (any Error) throws -> Void
  ) -> Promise<Void> {
    recover(on: on, flags: flags, policy: policy) { error -> Promise<Void> in
      try body(error)
      return .value
    }
  }
}
