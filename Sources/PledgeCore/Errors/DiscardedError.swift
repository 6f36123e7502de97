/// An error that indicates that a promise was discarded (spec 6.1.1).
public struct DiscardedError: Error, Hashable {
  /// Creates the error.
  public init() {}
}

extension DiscardedError {
  /// An instance that is boxed once, so that discarding a chain does not allocate.
  static let boxed: any Error = DiscardedError()
}
