public import Dispatch
internal import Pledge

extension Promise {
  /// Returns a promise that is rejected if the value will not do.
  ///
  /// The error is ``PromiseError/validationFailure``.
  ///
  /// - Parameters:
  ///   - queue: Where `predicate` runs, later; an error passes a turn of the queue later.
  ///   - predicate: Whether the value will do.
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
