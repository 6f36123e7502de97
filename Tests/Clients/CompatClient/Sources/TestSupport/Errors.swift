/// An error for tests.
public struct Broken: Error, Equatable {
  /// The number of the error.
  public var number: Int

  /// Creates an error with a number.
  public init(number: Int = 0) { self.number = number }
}

/// An error of another type.
public struct Other: Error, Equatable {
  /// The number of the error.
  public var number: Int

  /// Creates an error with a number.
  public init(number: Int = 0) { self.number = number }
}
