/// The rejection of a promise for an element that is not there.
public struct NoSuchElementError: Error, Hashable, CustomStringConvertible {
  /// Creates the error.
  public init() {}

  /// What happened.
  public var description: String { "there is no such element" }
}
