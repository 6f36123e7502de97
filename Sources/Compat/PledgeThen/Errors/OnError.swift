internal import Pledge

extension Promise {
  /// Runs `block` with the error, handles the error, and starts the promise.
  ///
  /// - Parameter block: Runs on the thread that settles the promise, or synchronously if it is
  ///   already settled. It does not run for a value.
  /// - Returns: A promise that is fulfilled after `block` has run, or when this one is fulfilled.
  @preconcurrency @discardableResult
  public func onError(_ block: @escaping @Sendable (_ error: any Error) -> Void) -> Promise<Void> {
    start()
    return registerOnError(block)
  }

  /// Same as ``onError(_:)``, but does not start the promise.
  @preconcurrency @discardableResult
  public func registerOnError(
    _ block: @escaping @Sendable (_ error: any Error) -> Void
  ) -> Promise<Void> {
    let end: Pledge.Promise<Void> = upstream.rescue { (error: any Error) throws -> Void in
      guard error.reachesBlocks else { throw error }
      block(error)
    }
    return derived(end.map { UncheckedSendable(()) })
  }
}
