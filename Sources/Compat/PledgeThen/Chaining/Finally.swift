internal import Pledge

extension Promise {
  /// Runs `block` when the promise is settled, and starts it.
  ///
  /// - Parameter block: Runs after every block for the value or the error, on the thread that settles the
  ///   promise, or at once.
  @preconcurrency public func finally(_ block: @escaping @Sendable () -> Void) {
    start()
    registerFinally(block)
  }

  /// Same as ``finally(_:)``, without starting anything.
  @preconcurrency public func registerFinally(_ block: @escaping @Sendable () -> Void) {
    // What is registered while the others are called comes after all of them.
    let upstream = upstream
    upstream.observe { [weak upstream] outcome in
      guard outcome.isTold else { return }
      guard let upstream else { return block() }
      upstream.observe { _ in block() }
    }
  }

  /// Runs `block` when the promise is settled; starts nothing.
  ///
  /// - Parameter block: Runs on the thread that settles the promise, or at once.
  /// - Returns: A promise with the same outcome, after `block` has run.
  @preconcurrency public func noMatterWhat(_ block: @escaping @Sendable () -> Void) -> Promise<T> {
    derived(upstream.observe { outcome in if outcome.isTold { block() } })
  }
}
