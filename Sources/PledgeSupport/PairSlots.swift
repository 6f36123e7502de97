/// Two elements that two threads store, one each, and that the thread that stores the last one
/// takes.
@safe @usableFromInline
package final class PairSlots<First: Sendable, Second: Sendable, Owner: Sendable>:
  @unchecked Sendable
{
  // The first property, because its address is computed.
  @exclusivity(unchecked) private var missing: UInt = 2
  @exclusivity(unchecked) @usableFromInline var first: First?
  @exclusivity(unchecked) @usableFromInline var second: Second?
  /// The object for which the elements are stored.
  @usableFromInline package let owner: Owner

  @usableFromInline package init(for owner: Owner) {
    self.owner = owner
  }

  /// Stores the first element.
  ///
  /// Called once, by any thread.
  ///
  /// - Returns: Both elements if this was the last one; otherwise `nil`.
  @inlinable package func store(first: First) -> (First, Second)? {
    unsafe self.first = first
    return arrive() ? unsafe (first, self.second.unsafelyUnwrapped) : nil
  }

  /// Stores the second element.
  ///
  /// Called once, by any thread.
  ///
  /// - Returns: Both elements if this was the last one; otherwise `nil`.
  @inlinable package func store(second: Second) -> (First, Second)? {
    unsafe self.second = second
    return arrive() ? unsafe (self.first.unsafelyUnwrapped, second) : nil
  }

  /// Counts a stored element.
  ///
  /// - Returns: Whether it was the last one. If so, both elements are visible to this thread.
  @usableFromInline func arrive() -> Bool {
    unsafe Countdown.arrive(at: ObjectLayout.firstWord(of: self))
  }
}
