extension Future {
  /// Returns a promise for the value that is in the optional.
  ///
  ///     let user = lookUp("Ada").unwrap(orThrow: Missing())
  ///
  /// `nil` rejects the returned promise with `error`, and a rejection passes. Of several layers of
  /// optionals it takes off one (spec 4.6.3). Discarding the returned promise leaves this one.
  ///
  /// - Parameter error: What to reject with where there is no value.
  /// - Returns: A promise for the value.
  public final func unwrap<Wrapped: Sendable>(
    orThrow error: any Error = NilValueError()
  ) -> Promise<Wrapped> where Value == Wrapped? {
    stage(Named(Names.Unwrap.self, Mapping { value in try value.unwrapped(orThrow: error) }))
  }
}

extension Optional {
  /// The value that is in here; there must be one.
  func unwrapped(orThrow error: @autoclosure () -> any Error) throws -> Wrapped {
    guard let value = self else { throw error() }
    return value
  }
}
