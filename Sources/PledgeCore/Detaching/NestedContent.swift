/// Content that may recursively hold content of the same kind, released in constant stack space.
package final class NestedContent<Content: Sendable>: @unchecked Sendable {
  /// `nil` only in the deinitializer.
  private var stored: Content?

  package init(_ content: Content) {
    stored = content
  }

  deinit {
    Nesting.cleanups.release(&stored)
  }

  package var content: Content { unsafe stored.unsafelyUnwrapped }
}
