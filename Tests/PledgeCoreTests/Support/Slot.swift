import PledgeSupport

/// A reference that one thread at a time releases.
final class Slot<Content: Sendable>: Sendable {
  private let content: Locked<Content?>

  init(_ content: Content) {
    self.content = Locked(content)
  }

  func replace(by new: Content) {
    content.withLock { $0 = new }
  }

  /// Calls `body` with the content without removing it.
  func peek(_ body: (Content) -> Void) {
    guard let held = content.withLock({ $0 }) else { preconditionFailure("taken already") }
    body(held)
  }

  /// Removes and returns the content for its last use.
  func take() -> Content {
    let taken = content.withLock { content in
      defer { content = nil }
      return content
    }
    guard let taken else { preconditionFailure("taken twice") }
    return taken
  }
}
