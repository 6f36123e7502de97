internal import CPledge

/// Slots for the elements of a tuple: each is stored by one thread, and the thread that stores the
/// last one takes them all.
@safe @usableFromInline
package final class TupleSlots<Elements: Sendable, Owner: Sendable>:
  @unchecked Sendable
{
  // The first property, because its address is computed.
  @exclusivity(unchecked) @usableFromInline var missing: UInt
  @exclusivity(unchecked) @usableFromInline var elements: Elements
  /// The object for which the elements are stored.
  @usableFromInline package let owner: Owner

  /// Creates slots for `count` elements, which hold `empty` at first.
  @inlinable package init(count: Int, _ empty: Elements, for owner: Owner) {
    unsafe missing = UInt(count)
    unsafe elements = empty
    self.owner = owner
  }

  /// Stores an element.
  ///
  /// Callable from any thread, once for each element.
  ///
  /// - Parameter edit: Sets the element. It must not access the others: other threads may be storing
  ///   them at the same time.
  /// - Returns: All elements if this was the last one; otherwise `nil`.
  @inlinable package func store(_ edit: (inout Elements) -> Void) -> Elements? {
    unsafe edit(&elements)
    return arrive() ? unsafe elements : nil
  }

  /// Counts a stored element.
  ///
  /// - Returns: Whether it was the last one. If so, all stored elements are visible to this thread.
  @usableFromInline func arrive() -> Bool {
    // SAFETY: the first stored property follows the object header.
    let word = unsafe (Unmanaged.passUnretained(self).toOpaque() + ObjectLayout.headerSize)
      .assumingMemoryBound(to: UInt.self)
    // Acquiring and releasing: the last thread sees what all others stored.
    return unsafe pledge_subtract_acq_rel(word, 1) == 1
  }
}
