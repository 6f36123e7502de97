public import Dispatch
internal import Pledge

extension Promise {
  /// Returns a promise for the value, or for what `recovery` promises in place of an error.
  ///
  /// - Parameters:
  ///   - queue: Where `recovery` runs, later; a value passes a turn of the queue later.
  ///   - recovery: What to do about the error; if it throws, the returned promise is rejected.
  /// - Returns: A promise for either value.
  @discardableResult @preconcurrency
  public func recover(
    on queue: DispatchQueue = .promises,
    _ recovery: @escaping @Sendable (any Error) throws -> Promise
  ) -> Promise {
    chain(on: queue) { outcome in
      guard case .rejected(let error) = outcome else { return Pledge.Promise(value: outcome) }
      return try recovery(error).inner
    }
  }

  /// Same as ``recover(on:_:)-(_,(Error)->Promise<Value>)``, with a value instead of a promise for one.
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
