internal import CPledge

/// A tuple whose elements several threads store, one each, and that the thread that stores the last
/// one takes.
@safe @usableFromInline
package final class TupleSlots<Elements: Sendable, Owner: Sendable>: @unchecked Sendable {
  // The first property, because its address is computed.
  @exclusivity(unchecked) private var missing: UInt
  // Behind a pointer: an access to one element of a property would be one to the whole property.
  @usableFromInline let elements: UnsafeMutablePointer<Elements>
  /// The object for which the elements are stored.
  @usableFromInline package let owner: Owner

  /// Creates slots for `count` elements, which hold `empty` at first.
  @usableFromInline package init(count: Int, _ empty: Elements, for owner: Owner) {
    unsafe missing = UInt(count)
    unsafe elements = .allocate(capacity: 1)
    unsafe elements.initialize(to: empty)
    self.owner = owner
  }

  deinit {
    unsafe elements.deinitialize(count: 1)
    unsafe elements.deallocate()
  }

  /// Stores an element.
  ///
  /// Callable from any thread, once for each element.
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - slot: Its slot, a stored element of the tuple.
  /// - Returns: All elements if this was the last one; otherwise `nil`.
  @inlinable
  package func store<Element>(_ element: Element, at slot: KeyPath<Elements, Element?>) -> Elements?
  {
    guard let offset = MemoryLayout<Elements>.offset(of: slot) else {
      preconditionFailure("the slot is not stored in the tuple")
    }
    // SAFETY: the offset is that of an element of this type, and no other thread accesses the element
    // before the last one has been stored.
    unsafe (UnsafeMutableRawPointer(elements) + offset)
      .assumingMemoryBound(to: Element?.self).pointee = element
    return arrive() ? unsafe elements.pointee : nil
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
