extension Future {
  /// Returns a promise for the value that the optional wraps.
  ///
  ///     let user = lookUp("Ada").unwrap(orThrow: Missing())
  ///
  /// If the optional is `nil`, the returned promise is rejected with `error`. A rejection is passed
  /// on. Only one layer of a nested optional is unwrapped (spec 4.6.3). Discarding the returned
  /// promise detaches it from this one.
  ///
  /// - Parameter error: The error to reject with if the optional is `nil`.
  /// - Returns: A promise for the wrapped value.
  public final func unwrap<Wrapped: Sendable>(
    orThrow error: any Error = NilValueError()
  ) -> Promise<Wrapped> where Value == Wrapped? {
    stage(Named(Names.Unwrap.self, Mapping { value in try value.unwrapped(orThrow: error) }))
  }
}

extension Optional {
  /// Returns the wrapped value, or throws `error` if there is none.
  func unwrapped(orThrow error: @autoclosure () -> any Error) throws -> Wrapped {
    guard let value = self else { throw error() }
    return value
  }
}
