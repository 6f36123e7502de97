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
  package static func arrive(at word: UnsafeMutablePointer<UInt>) -> Bool {
    // Acquiring and releasing: the last thread sees what all others did.
    unsafe pledge_subtract_acq_rel(word, 1) == 1
  }

  /// Makes a counter at an address wait for one more decrement.
  ///
  /// The caller owns a decrement that is still to come.
  package static func expectAnother(at word: UnsafeMutablePointer<UInt>) {
    // Relaxed: the decrements order everything.
    unsafe pledge_add_relaxed(word, 1)
  }
}
