extension Future {
  /// Returns a promise for the value, cast to `U`.
  ///
  ///     let answer = session.response(to: request).map { $0.response }
  ///     let status = answer.cast(to: HTTPURLResponse.self)
  ///
  /// If the value cannot be cast to `U`, the returned promise is rejected with ``CastError``, which
  /// contains both types. A rejection is passed on. Discarding the returned promise detaches it
  /// from this one (spec 4.6.7).
  ///
  /// - Parameter type: The type to cast to, as with `as?`.
  /// - Returns: A promise for the cast value.
  public final func cast<U: Sendable>(to type: U.Type = U.self) -> Promise<U> {
    let casting = Mapping<Value, U> { value in
      guard let cast = value as? U else {
        // Through `Any`, `type(of:)` returns the dynamic type even if `Value` is an existential
        // type.
        throw CastError(from: Swift.type(of: value as Any), to: U.self)
      }
      return cast
    }
    return stage(Named(Names.Cast.self, casting))
  }
}
