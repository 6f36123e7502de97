public import Dispatch

extension Promise {
  /// What is done either way.
  public typealias Always = () -> Void

  /// Runs `work` either way and returns a promise with the same outcome.
  ///
  /// - Parameters:
  ///   - queue: Where `work` runs, later.
  ///   - work: What to do.
  /// - Returns: A promise with the same value or error, after `work` has run.
  @discardableResult @preconcurrency
  public func always(
    on queue: DispatchQueue = .promises,
    _ work: @escaping @Sendable () -> Void
  ) -> Promise {
    stage(on: queue) { outcome in
      work()
      return outcome
    }
  }
}
