public import Dispatch
internal import Pledge

extension CatchMixin {
  /// Returns a promise that settles as the one that `body` makes of the error.
  ///
  /// A value passes without a hop, as does a cancellation that the policy leaves out.
  ///
  /// - Parameters:
  ///   - on: The queue that `body` runs on; `nil` for the thread that settles this.
  ///   - flags: How it is put there.
  ///   - policy: Which errors it gets.
  ///   - body: Gets the error; if it throws, the returned promise is rejected.
  /// - Returns: A promise for the value of either.
  @preconcurrency
  public func recover<U: Thenable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping @Sendable (any Error) throws -> U
  ) -> Promise<T> where U.T == T {
    let hop = Hop(on, flags)
    return Promise(
      newborn: uncheckedFuture.flatMapError(through: hop, by: policy) { error in
        try body(error.perceived).uncheckedFuture
      }
    )
  }

  /// Returns a guarantee of the value, or of what `body` makes of any error, cancellations
  /// included.
  ///
  /// A value passes without a hop.
  ///
  /// - Parameters:
  ///   - on: The queue that `body` runs on; `nil` for the thread that settles this.
  ///   - flags: How it is put there.
  ///   - body: Gets the error.
  /// - Returns: A guarantee of the value of either.
  @preconcurrency @discardableResult
  public func recover(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (any Error) -> Guarantee<T>
  ) -> Guarantee<T> {
    Guarantee(
      newborn: uncheckedFuture.flatMapError(through: Hop(on, flags)) { error in
        body(error.perceived).inner
      }
    )
  }
}

extension CatchMixin where T == Void {
  /// Returns a guarantee that is resolved at the end of this, with any error answered by `body`.
  ///
  /// A value passes without a hop.
  ///
  /// - Parameters:
  ///   - on: The queue that `body` runs on; `nil` for the thread that settles this.
  ///   - flags: How it is put there.
  ///   - body: Gets the error.
  /// - Returns: The guarantee.
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

  /// Returns a promise that is fulfilled where `body` runs without throwing.
  ///
  /// A value passes without a hop, as does a cancellation that the policy leaves out.
  ///
  /// - Parameters:
  ///   - on: The queue that `body` runs on; `nil` for the thread that settles this.
  ///   - flags: How it is put there.
  ///   - policy: Which errors it gets.
  ///   - body: Gets the error; if it throws, the returned promise is rejected.
  /// - Returns: The promise.
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
