extension Future {
  /// Returns a promise for the same value as one of type `U`.
  ///
  ///     let answer = session.response(to: request).map { $0.response }
  ///     let status = answer.cast(to: HTTPURLResponse.self)
  ///
  /// A value that is no `U` rejects the returned promise with ``CastError``, which has both types.
  /// A rejection passes; discarding the returned promise leaves this one (spec 4.6.7).
  ///
  /// - Parameter type: The type to cast to, as `as?` does.
  /// - Returns: A promise for the value.
  public final func cast<U: Sendable>(to type: U.Type = U.self) -> Promise<U> {
    let casting = Mapping<Value, U> { value in
      guard let cast = value as? U else {
        // As `Any`, the value of an existential type tells its own.
        throw CastError(from: Swift.type(of: value as Any), to: U.self)
      }
      return cast
    }
    return stage(Named(Names.Cast.self, casting))
  }
}
