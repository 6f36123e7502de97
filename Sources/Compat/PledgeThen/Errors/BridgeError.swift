internal import Pledge

// What turns errors into others. All of it starts nothing.

extension Promise {
  /// Turns any error into `myError`.
  ///
  /// - Parameter myError: The error that counts instead.
  /// - Returns: A promise with the same value, or `myError`.
  public func bridgeError(to myError: any Error) -> Promise<T> {
    derived(upstream.mapError { error in error.isTold ? myError : error })
  }

  /// Turns the errors of the domain and the code of one into `myError`.
  ///
  /// - Parameters:
  ///   - errorType: The error to compare with.
  ///   - myError: The error that counts instead.
  /// - Returns: A promise with the same outcome, or `myError`.
  public func bridgeError(_ errorType: any Error, to myError: any Error) -> Promise<T> {
    derived(upstream.mapError { error in error.isLike(errorType) ? myError : error })
  }

  /// Turns any error into what `block` throws.
  ///
  /// - Parameter block: Runs on the thread that settles the promise, or at once; not for a value. If it
  ///   throws nothing, the error goes on as it is.
  /// - Returns: A promise with the same value, or the error.
  @preconcurrency public func bridgeError(
    _ block: @escaping @Sendable (_ error: any Error) throws -> Void
  ) -> Promise<T> {
    derived(
      upstream.recover(if: \.isTold) { error in
        try block(error)
        throw error
      }
    )
  }
}

extension Error {
  /// Whether domain and code are those of the other one.
  func isLike(_ other: any Error) -> Bool {
    _domain == other._domain && _code == other._code
  }
}
