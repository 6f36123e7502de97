/// A tuple whose elements several threads store, one each, and that the thread that stores the last
/// one takes.
@safe @usableFromInline
package final class TupleSlots<Elements: Sendable, Owner: Sendable>: @unchecked Sendable {
  // The first property, because its address is computed.
  @exclusivity(unchecked) private var missing: UInt
  // Accessed by address: an access to one element of a property would be one to the whole property.
  @exclusivity(unchecked) private var elements: Elements
  /// The object for which the elements are stored.
  @usableFromInline package let owner: Owner

  /// Creates slots for `count` elements, which hold `empty` at first.
  @usableFromInline package init(count: Int, _ empty: Elements, for owner: Owner) {
    unsafe missing = UInt(count)
    unsafe elements = empty
    self.owner = owner
  }

  /// The address of the elements.
  @inlinable var start: UnsafeMutableRawPointer {
    // SAFETY: the second property follows the first one, at the next multiple of its alignment.
    let offset = TupleOffset(bytes: ObjectLayout.headerSize).after(UInt.self)
    return unsafe Unmanaged.passUnretained(self).toOpaque() + offset.start(of: Elements.self)
  }

  /// Stores an element.
  ///
  /// Callable from any thread, once for each element.
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - offset: The start of the part of the tuple that begins with it.
  /// - Returns: All elements if this was the last one; otherwise `nil`.
  @inlinable package func store<Element>(_ element: Element, at offset: TupleOffset) -> Elements? {
    let place = offset.start(of: Element?.self)
    precondition(place + MemoryLayout<Element?>.size <= MemoryLayout<Elements>.size)
    // SAFETY: this is where the tuple has an element of this type, and no other thread accesses the
    // element before the last one has been stored.
    unsafe (start + place).assumingMemoryBound(to: Element?.self).pointee = element
    return arrive() ? unsafe start.assumingMemoryBound(to: Elements.self).pointee : nil
  }

  /// Counts a stored element.
  ///
  /// - Returns: Whether it was the last one. If so, all stored elements are visible to this thread.
  @usableFromInline func arrive() -> Bool {
    unsafe Countdown.arrive(at: ObjectLayout.firstWord(of: self))
  }
}

/// An offset in a tuple, whose elements are laid out in order, each at the next multiple of its
/// alignment.
@frozen @usableFromInline package struct TupleOffset {
  @usableFromInline let bytes: Int

  @inlinable init(bytes: Int) {
    self.bytes = bytes
  }

  /// The start of the tuple.
  @inlinable package static var start: TupleOffset { TupleOffset(bytes: 0) }

  /// Returns the end of an element that begins here or after padding.
  @inlinable func after<Element>(_: Element.Type) -> TupleOffset {
    TupleOffset(bytes: start(of: Element.self) + MemoryLayout<Element>.size)
  }

  /// Returns the start of the rest of a tuple behind an element that begins here or after padding.
  @inlinable package func after<Element, Rest>(_: Element.Type, before _: Rest.Type) -> TupleOffset
  {
    TupleOffset(bytes: after(Element.self).start(of: Rest.self))
  }

  /// Returns the number of bytes before an element that begins here or after padding.
  @inlinable func start<Element>(of _: Element.Type) -> Int {
    let mask = MemoryLayout<Element>.alignment - 1
    return (bytes + mask) & ~mask
  }
}
