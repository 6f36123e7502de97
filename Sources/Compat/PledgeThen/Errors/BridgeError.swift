internal import Pledge

// Operators that replace errors by other errors. They do not start the promise.

extension Promise {
  /// Turns any error into `myError`.
  public func bridgeError(to myError: any Error) -> Promise<T> {
    derived(upstream.mapError { error in error.reachesBlocks ? myError : error })
  }

  /// Turns errors with the domain and code of `errorType` into `myError`.
  public func bridgeError(_ errorType: any Error, to myError: any Error) -> Promise<T> {
    derived(upstream.mapError { error in error.isLike(errorType) ? myError : error })
  }

  /// Turns any error into the error that `block` throws.
  ///
  /// - Parameter block: Runs on the thread that settles the promise, or synchronously if it is
  ///   already settled. It does not run for a value. If it does not throw, the error passes
  ///   unchanged.
  /// - Returns: A promise with the same value, or the error.
  @preconcurrency public func bridgeError(
    _ block: @escaping @Sendable (_ error: any Error) throws -> Void
  ) -> Promise<T> {
    derived(
      upstream.recover(if: \.reachesBlocks) { error in
        try block(error)
        throw error
      }
    )
  }
}

extension Error {
  /// Returns whether both errors have the same domain and code.
  func isLike(_ other: any Error) -> Bool {
    _domain == other._domain && _code == other._code
  }
}
