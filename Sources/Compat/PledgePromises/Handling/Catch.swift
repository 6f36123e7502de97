public import Dispatch

extension Promise {
  /// What is done with an error.
  public typealias Catch = (any Error) -> Void

  /// Runs `reject` with the error and returns a promise with the same outcome.
  ///
  /// - Parameters:
  ///   - queue: Where `reject` runs, later; a value passes a turn of the queue later.
  ///   - reject: What to do.
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
