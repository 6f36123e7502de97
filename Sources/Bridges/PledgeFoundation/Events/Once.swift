import PledgeSupport

/// A flag that only one caller can take.
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
