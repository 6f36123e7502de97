internal import Pledge

// Operators that replace errors by values. They do not start the promise.

extension Promise {
  /// Replaces any error by `value`.
  public func recover(with value: T) -> Promise<T> {
    let value = UncheckedSendable(value)
    return derived(upstream.recover(if: \.reachesBlocks) { _ in value })
  }

  /// Replaces errors with the domain and code of `errorType` by `value`.
  public func recover<E: Error>(_ errorType: E, with value: T) -> Promise<T> {
    let value = UncheckedSendable(value)
    return derived(upstream.recover(if: { $0.isLike(errorType) }) { _ in value })
  }

  /// Replaces errors that are equal to `errorType` by `value`.
  public func recover<E: Error & Equatable>(_ errorType: E, with value: T) -> Promise<T> {
    let value = UncheckedSendable(value)
    let isEqual = UncheckedSendable { (error: any Error) in error as? E == errorType }
    return recover(if: isEqual, with: value)
  }

  /// Separate, because the comparison of an `E` may be isolated, and the original does not exclude
  /// that.
  private func recover(
    if predicate: UncheckedSendable<(any Error) -> Bool>,
    with value: UncheckedSendable<T>
  ) -> Promise<T> {
    derived(upstream.recover(if: { predicate.value($0) }) { _ in value })
  }

  /// Continues with `promise` after any error, and starts it then.
  public func recover(with promise: Promise<T>) -> Promise<T> {
    derived(upstream.flatMapError(if: \.reachesBlocks) { _ in promise.followed })
  }

  /// Replaces any error by the value that `block` returns.
  ///
  /// - Parameter block: Runs on the thread that settles the promise, or synchronously if it is
  ///   already settled. It does not run for a value. If it throws, the returned promise is
  ///   rejected.
  /// - Returns: A promise for the value of this one or of `block`.
  @preconcurrency public func recover(
    _ block: @escaping @Sendable (_ error: any Error) throws -> T
  ) -> Promise<T> {
    derived(upstream.recover(if: \.reachesBlocks) { error in UncheckedSendable(try block(error)) })
  }

  /// Same as ``recover(_:)-((Error)->T)``, for a promise that `block` returns, which is started.
  @preconcurrency public func recover(
    _ block: @escaping @Sendable (_ error: any Error) throws -> Promise<T>
  ) -> Promise<T> {
    derived(upstream.flatMapError(if: \.reachesBlocks) { error in try block(error).followed })
  }
}
