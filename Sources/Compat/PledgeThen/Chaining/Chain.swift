internal import Pledge

extension Promise {
  /// Runs `block` with the value, which goes on as it is; starts nothing.
  ///
  /// - Parameter block: Runs on the thread that settles the promise, or at once; not for an error.
  /// - Returns: A promise with the same outcome, after `block` has run.
  @preconcurrency public func chain(_ block: @escaping @Sendable (_ value: T) -> Void) -> Promise<T>
  {
    derived(upstream.tap { value in block(value.value) })
  }

  /// Rejects values that do not hold; starts nothing.
  ///
  /// - Parameters:
  ///   - withError: The error for those.
  ///   - assertionBlock: Says whether a value holds, on the thread that settles the promise, or at once;
  ///     it is not asked about an error.
  /// - Returns: A promise with the same outcome, or `withError`.
  @preconcurrency @discardableResult
  public func validate(
    withError: any Error = PromiseError.validationFailed,
    _ assertionBlock: @escaping @Sendable (_ value: T) -> Bool
  ) -> Promise<T> {
    derived(upstream.tap { value in if !assertionBlock(value.value) { throw withError } })
  }
}
