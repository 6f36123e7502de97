public import Dispatch

extension Promise {
  /// A handler of an error.
  public typealias Catch = (any Error) -> Void

  /// Runs `reject` with the error and returns a promise with the same outcome.
  ///
  /// - Parameters:
  ///   - queue: Where `reject` runs, asynchronously. A value also passes through this queue.
  ///   - reject: The handler.
  /// - Returns: A promise with the same value or error.
  @discardableResult @preconcurrency
  public func `catch`(
    on queue: DispatchQueue = .promises,
    _ reject: @escaping @Sendable (any Error) -> Void
  ) -> Promise {
    stage(on: queue) { outcome in
      if case .rejected(let error) = outcome { reject(error) }
      return outcome
    }
  }
}
