extension Future {
  /// Returns a promise whose value `recovery` finds where this one is rejected with an error of `type`.
  ///
  ///     let user = load(1).recover(from: Missing.self) { _ in guest }
  ///
  /// A value and any other error pass, without a call of `recovery`. Discarding the returned promise
  /// rejects it: that is not recovered from (spec 5.3.1).
  ///
  /// - Parameters:
  ///   - type: The type of error to recover from.
  ///   - recovery: Runs on the thread that settles this promise, or at once if it is settled; if it
  ///     throws, the returned promise is rejected.
  /// - Returns: A promise for a value in either case.
  public final func recover<E: Error>(
    from type: E.Type,
    _ recovery: @escaping @Sendable (E) throws -> Value
  ) -> Promise<Value> {
    recover { error in try recovery(error.cast(to: E.self)) }
  }

  /// Same as ``recover(from:_:)``, with `recovery` running on `context`, where the type is looked at.
  public final func recover<E: Error>(
    on context: some ExecutionContext,
    from type: E.Type,
    _ recovery: @escaping @Sendable (E) throws -> Value
  ) -> Promise<Value> {
    recover(on: context) { error in try recovery(error.cast(to: E.self)) }
  }

  /// Same as ``recover(from:_:)``, with `recovery` running on the main actor, where the type is looked
  /// at.
  public final func recover<E: Error>(
    on actor: MainActor,
    from type: E.Type,
    _ recovery: @escaping @MainActor @Sendable (E) throws -> Value
  ) -> Promise<Value> {
    recover(on: actor) { error in try recovery(error.cast(to: E.self)) }
  }
}

extension Error {
  /// This error as one of type `E`; if it is none, it is thrown.
  func cast<E: Error>(to type: E.Type) throws -> E {
    guard let error = self as? E else { throw self }
    return error
  }
}
