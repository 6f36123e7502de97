/// The rejection of a promise that needed a value and found `nil` (spec 4.6.2).
public struct NilValueError: Error, Hashable, CustomStringConvertible {
  /// Creates the error.
  public init() {}

  /// What happened.
  public var description: String { "nil where a value was needed" }
}

/// The rejection of a promise whose value did not pass its validation (spec 4.6.6).
public struct InvalidValueError: Error, Hashable, CustomStringConvertible {
  /// Creates the error.
  public init() {}

  /// What happened.
  public var description: String { "the value did not pass its validation" }
}

/// The rejection of a promise whose value is of another type than the one asked for (spec 4.6.8).
public struct CastError: Error, CustomStringConvertible {
  /// The type of the value.
  public let valueType: any Any.Type

  /// The type that was asked for.
  public let requestedType: any Any.Type

  /// Creates the error.
  ///
  /// - Parameters:
  ///   - valueType: The type of the value.
  ///   - requestedType: The type that was asked for.
  public init(from valueType: any Any.Type, to requestedType: any Any.Type) {
    self.valueType = valueType
    self.requestedType = requestedType
  }

  /// What happened, with both types.
  public var description: String { "a value of type \(valueType) is no \(requestedType)" }
}

/// The rejection of a promise that asked a sequence for an element that it does not have (spec 4.7.4).
public struct NoSuchElementError: Error, Hashable, CustomStringConvertible {
  /// Creates the error.
  public init() {}

  /// What happened.
  public var description: String { "the sequence has no such element" }
}
