/// An object that runs a closure when it is deallocated.
package final class Life: Sendable {
  private let end: @Sendable () -> Void

  /// - Parameter end: Runs on the thread that releases the object.
  package init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }
}
