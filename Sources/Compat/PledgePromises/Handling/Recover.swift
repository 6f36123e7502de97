public import Dispatch
internal import Pledge

extension Promise {
  /// Returns a promise for the value, or one that follows the promise that `recovery` returns for
  /// an error.
  ///
  /// - Parameters:
  ///   - queue: Where `recovery` runs, asynchronously. A value also passes through this queue.
  ///   - recovery: Receives the error. If it throws, the returned promise is rejected.
  /// - Returns: A promise for either value.
  @discardableResult @preconcurrency
  public func recover(
    on queue: DispatchQueue = .promises,
    _ recovery: @escaping @Sendable (any Error) throws -> Promise
  ) -> Promise {
    chain(on: queue) { outcome in
      guard case .rejected(let error) = outcome else { return Pledge.Promise(value: outcome) }
      return try recovery(error).followed
    }
  }

  /// Same as ``recover(on:_:)-(_,(Error)->Promise<Value>)``, for a closure that returns a value.
  @discardableResult @preconcurrency
  public func recover(
    on queue: DispatchQueue = .promises,
    _ recovery: @escaping @Sendable (any Error) throws -> Value
  ) -> Promise {
    stage(on: queue) { outcome in
      guard case .rejected(let error) = outcome else { return outcome }
      return Outcome(catching: { try recovery(error) })
    }
  }
}
