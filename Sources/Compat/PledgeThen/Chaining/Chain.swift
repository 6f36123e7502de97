internal import Pledge

extension Promise {
  /// Runs `block` with the value, and passes the value on.
  ///
  /// Does not start the promise.
  ///
  /// - Parameter block: Runs on the thread that settles the promise, or synchronously if it is
  ///   already settled. It does not run for an error.
  /// - Returns: A promise with the same outcome, after `block` has run.
  @preconcurrency public func chain(_ block: @escaping @Sendable (_ value: T) -> Void) -> Promise<T>
  {
    derived(upstream.tap { value in block(value.value) })
  }

  /// Rejects values that do not satisfy `assertionBlock`.
  ///
  /// Does not start the promise.
  ///
  /// - Parameters:
  ///   - withError: The error for values that do not satisfy `assertionBlock`.
  ///   - assertionBlock: Returns whether the value is valid. Runs on the thread that settles the
  ///     promise, or synchronously if it is already settled. It does not run for an error.
  /// - Returns: A promise with the same outcome, or `withError`.
  @preconcurrency @discardableResult
  public func validate(
    withError: any Error = PromiseError.validationFailed,
    _ assertionBlock: @escaping @Sendable (_ value: T) -> Bool
  ) -> Promise<T> {
    derived(upstream.tap { value in if !assertionBlock(value.value) { throw withError } })
  }
}
