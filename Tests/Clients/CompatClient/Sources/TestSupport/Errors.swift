/// An error that tests fail with.
public struct Broken: Error, Equatable {
  /// Which one it is.
  public var number: Int

  /// One of many.
  public init(number: Int = 0) { self.number = number }
}

/// An error of another type.
public struct Other: Error, Equatable {
  /// Which one it is.
  public var number: Int

  /// One of many.
  public init(number: Int = 0) { self.number = number }
}
