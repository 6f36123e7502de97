import class PledgeCore.Locked

/// What only the first may have.
final class Once: Sendable {
  private let isTaken = Locked(false)

  /// - Returns: Whether the caller is the first.
  func take() -> Bool {
    isTaken.withLock { isTaken in
      defer { isTaken = true }
      return !isTaken
    }
  }
}
