/// An object whose deallocation can be observed, through a closure or a weak reference.
package final class Life: Sendable {
  private let end: @Sendable () -> Void

  /// - Parameter end: Runs on the thread that releases the object.
  package init(_ end: @escaping @Sendable () -> Void = {}) { self.end = end }

  deinit { end() }
}

/// A weak reference that can be stored in a collection.
package final class Weak: Sendable {
  /// The object; `nil` once it has been released.
  package weak let object: (any AnyObject & Sendable)?

  /// - Parameter object: The object, which is not retained.
  package init(_ object: any AnyObject & Sendable) { self.object = object }
}
