public import Dispatch
internal import Pledge

extension Thenable {
  /// Returns a promise that settles as the one that `body` makes of the value.
  ///
  /// A rejection passes without a hop. Returning the promise of this call itself rejects it with
  /// ``PMKError/returnedSelf``.
  ///
  /// - Parameters:
  ///   - on: The queue that `body` runs on; `nil` for the thread that settles this.
  ///   - flags: How it is put there.
  ///   - body: Gets the value; if it throws, the returned promise is rejected.
  /// - Returns: A promise for the value of the second one.
  @preconcurrency
  public func then<U: Thenable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (T) throws -> U
  ) -> Promise<U.T> {
    Promise(
      newborn: uncheckedFuture.flatMap(through: Hop(on, flags)) { value in
        try body(value.value).uncheckedFuture
      }
    )
  }
}
