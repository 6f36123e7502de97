internal import PledgeSupport

/// An error that indicates `nil` where a value was required (spec 4.6.2).
public struct NilValueError: Error, Hashable, CustomStringConvertible {
  /// Creates the error.
  public init() {}

  /// A description of the error.
  public var description: String { "nil where a value was needed" }
}

/// An error that indicates that a value did not pass its validation (spec 4.6.6).
public struct InvalidValueError: Error, Hashable, CustomStringConvertible {
  /// Creates the error.
  public init() {}

  /// A description of the error.
  public var description: String { "the value did not pass its validation" }
}

/// An error that indicates that a value does not have the requested type (spec 4.6.8).
public struct CastError: Error, CustomStringConvertible {
  /// The type of the value.
  public let valueType: any Any.Type

  /// The requested type.
  public let requestedType: any Any.Type

  /// Creates the error.
  ///
  /// - Parameters:
  ///   - valueType: The type of the value.
  ///   - requestedType: The requested type.
  public init(from valueType: any Any.Type, to requestedType: any Any.Type) {
    self.valueType = valueType
    self.requestedType = requestedType
  }

  /// A description of the error, with both types.
  public var description: String {
    "cannot cast a value of type \(valueType) to \(requestedType)".escaped()
  }
}

/// An error that indicates that a sequence does not have the requested element (spec 4.7.4).
public struct NoSuchElementError: Error, Hashable, CustomStringConvertible {
  /// Creates the error.
  public init() {}

  /// A description of the error.
  public var description: String { "the sequence has no such element" }
}
