public import Dispatch

extension Promise {
  /// Returns a promise that is rejected if the value is invalid.
  ///
  /// The error is ``PromiseError/validationFailure``.
  ///
  /// - Parameters:
  ///   - queue: Where `predicate` runs, asynchronously. An error also passes through this queue.
  ///   - predicate: Returns whether the value is valid.
  /// - Returns: A promise for the value.
  @discardableResult @preconcurrency
  public func validate(
    on queue: DispatchQueue = .promises,
    _ predicate: @escaping @Sendable (Value) -> Bool
  ) -> Promise {
    stage(on: queue) { outcome in
      guard case .fulfilled(let value) = outcome, !predicate(value.received) else { return outcome }
      return .rejected(PromiseError.validationFailure)
    }
  }
}
