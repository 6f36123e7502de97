public import Dispatch

extension Promise {
  /// A handler that runs after both fulfillment and rejection.
  public typealias Always = () -> Void

  /// Runs `work` whether this is fulfilled or rejected, and returns a promise with the same
  /// outcome.
  ///
  /// - Parameters:
  ///   - queue: Where `work` runs, asynchronously.
  ///   - work: The handler.
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
