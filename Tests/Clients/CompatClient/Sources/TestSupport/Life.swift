/// An object whose end can be seen: it says so, and a weak reference to it is gone.
public final class Life: Sendable {
  private let end: @Sendable () -> Void

  /// - Parameter end: Runs when the object goes, on the thread that lets go of it.
  public init(_ end: @escaping @Sendable () -> Void = {}) { self.end = end }

  deinit { end() }
}
