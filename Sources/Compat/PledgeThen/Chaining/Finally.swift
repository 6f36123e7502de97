internal import Pledge

extension Promise {
  /// Runs `block` when the promise is settled, and starts the promise.
  ///
  /// - Parameter block: Runs after every block for the value or the error, on the thread that
  ///   settles the promise, or synchronously if it is already settled.
  @preconcurrency public func finally(_ block: @escaping @Sendable () -> Void) {
    start()
    registerFinally(block)
  }

  /// Same as ``finally(_:)``, but does not start the promise.
  @preconcurrency public func registerFinally(_ block: @escaping @Sendable () -> Void) {
    // Observers that are registered while the others run are called after all of the others.
    let upstream = upstream
    upstream.observe { [weak upstream] outcome in
      guard outcome.reachesBlocks else { return }
      guard let upstream else { return block() }
      upstream.observe { _ in block() }
    }
  }

  /// Runs `block` when the promise is settled.
  ///
  /// Does not start the promise.
  ///
  /// - Parameter block: Runs on the thread that settles the promise, or synchronously if it is
  ///   already settled.
  /// - Returns: A promise with the same outcome, after `block` has run.
  @preconcurrency public func noMatterWhat(_ block: @escaping @Sendable () -> Void) -> Promise<T> {
    derived(upstream.observe { outcome in if outcome.reachesBlocks { block() } })
  }
}
