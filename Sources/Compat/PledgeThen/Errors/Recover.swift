internal import Pledge

// What replaces errors. All of it starts nothing.

extension Promise {
  /// Replaces any error by `value`.
  ///
  /// - Parameter value: The value that counts instead.
  /// - Returns: A promise that is not rejected.
  public func recover(with value: T) -> Promise<T> {
    let value = UncheckedSendable(value)
    return derived(upstream.recover(if: \.isTold) { _ in value })
  }

  /// Replaces the errors of the domain and the code of one by `value`.
  ///
  /// - Parameters:
  ///   - errorType: The error to compare with.
  ///   - value: The value that counts instead.
  /// - Returns: A promise that other errors still reject.
  public func recover<E: Error>(_ errorType: E, with value: T) -> Promise<T> {
    let value = UncheckedSendable(value)
    return derived(upstream.recover(if: { $0.isLike(errorType) }) { _ in value })
  }

  /// Replaces the errors that are equal to one by `value`.
  ///
  /// - Parameters:
  ///   - errorType: The error to compare with.
  ///   - value: The value that counts instead.
  /// - Returns: A promise that other errors still reject.
  public func recover<E: Error & Equatable>(_ errorType: E, with value: T) -> Promise<T> {
    let value = UncheckedSendable(value)
    let isEqual = UncheckedSendable { (error: any Error) in error as? E == errorType }
    return recover(if: isEqual, with: value)
  }

  /// Apart, because how an `E` is compared may be isolated, and the original asks nobody to say so.
  private func recover(
    if predicate: UncheckedSendable<(any Error) -> Bool>,
    with value: UncheckedSendable<T>
  ) -> Promise<T> {
    derived(upstream.recover(if: { predicate.value($0) }) { _ in value })
  }

  /// Goes on with `promise` after any error, which starts that.
  ///
  /// - Parameter promise: What counts instead.
  /// - Returns: A promise that settles as `promise` after an error.
  public func recover(with promise: Promise<T>) -> Promise<T> {
    derived(upstream.flatMapError(if: \.isTold) { _ in promise.started })
  }

  /// Replaces any error by what `block` returns.
  ///
  /// - Parameter block: Runs on the thread that settles the promise, or at once; not for a value. What it
  ///   throws rejects the returned promise.
  /// - Returns: A promise that `block` has the last word on.
  @preconcurrency public func recover(
    _ block: @escaping @Sendable (_ error: any Error) throws -> T
  ) -> Promise<T> {
    derived(upstream.recover(if: \.isTold) { error in UncheckedSendable(try block(error)) })
  }

  /// Goes on with the promise that `block` returns after any error, which starts that.
  ///
  /// - Parameter block: Runs on the thread that settles the promise, or at once; not for a value. What it
  ///   throws rejects the returned promise.
  /// - Returns: A promise that settles as the one that `block` returns after an error.
  @preconcurrency public func recover(
    _ block: @escaping @Sendable (_ error: any Error) throws -> Promise<T>
  ) -> Promise<T> {
    derived(upstream.flatMapError(if: \.isTold) { error in try block(error).started })
  }
}
