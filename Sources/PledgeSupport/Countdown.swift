internal import CPledge

/// A counter that several threads decrement, and that identifies the last decrement.
@usableFromInline package final class Countdown: @unchecked Sendable {
  @exclusivity(unchecked) private var remaining: UInt

  @usableFromInline package init(from count: Int) {
    unsafe remaining = UInt(count)
  }

  /// Decrements the counter.
  ///
  /// - Returns: Whether this was the last decrement. If so, everything that the other threads did
  ///   before their decrements is visible to this one.
  @usableFromInline package func arrive() -> Bool {
    unsafe Countdown.arrive(at: ObjectLayout.firstWord(of: self))
  }

  /// Same as ``arrive()``, for a counter at an address.
  static func arrive(at word: UnsafeMutablePointer<UInt>) -> Bool {
    // Acquiring and releasing: the last thread sees what all others did.
    unsafe pledge_subtract_acq_rel(word, 1) == 1
  }
}
