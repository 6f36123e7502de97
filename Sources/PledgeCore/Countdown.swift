internal import CPledge

/// A count that many threads take down, of whom one hears that it was the last.
@usableFromInline package final class Countdown: @unchecked Sendable {
  @exclusivity(unchecked) private var remaining: UInt

  @usableFromInline package init(from count: Int) {
    unsafe remaining = UInt(count)
  }

  /// Takes one off.
  ///
  /// - Returns: Whether that was the last. What the others did before they arrived is visible then.
  @usableFromInline package func arrive() -> Bool {
    // SAFETY: the only stored property lies behind the header, like the words of a node.
    let word = unsafe (Unmanaged.passUnretained(self).toOpaque() + Node.headerSize)
      .assumingMemoryBound(to: UInt.self)
    // Acquiring and releasing: the last one sees what all others did.
    return unsafe pledge_subtract_acq_rel(word, 1) == 1
  }
}
