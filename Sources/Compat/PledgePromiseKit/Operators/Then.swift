public import Dispatch
internal import Pledge

extension Thenable {
  /// Returns a promise that follows the thenable that `body` returns for the value.
  ///
  /// A rejection passes without a hop. If `body` returns the same promise as this call, that
  /// promise is rejected with ``PMKError/returnedSelf``.
  ///
  /// - Parameters:
  ///   - on: The queue that `body` runs on; `nil` for the thread that settles this.
  ///   - flags: The flags of the work item.
  ///   - body: Receives the value. If it throws, the returned promise is rejected.
  /// - Returns: A promise for the value of the inner thenable.
  @preconcurrency
  public func then<U: Thenable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (T) throws -> U
  ) -> Promise<U.T> {
    Promise(
      owning: uncheckedFuture.flatMap(through: Hop(on, flags)) { value in
        try body(value.value).uncheckedFuture
      }
    )
  }
}
