/// Slots for elements that several threads store and the thread that stores the last one takes.
///
/// Elements that are not taken are released with the slots.
@safe @usableFromInline package final class Slots<Element: Sendable>: @unchecked Sendable {
  @usableFromInline let slots: UnsafeMutableBufferPointer<Element?>
  @usableFromInline let missing: Countdown
  @exclusivity(unchecked) @usableFromInline var isTaken = false

  @inlinable package init(count: Int) {
    unsafe slots = .allocate(capacity: count)
    unsafe slots.initialize(repeating: nil)
    missing = Countdown(from: count)
  }

  deinit {
    if unsafe !isTaken { _ = unsafe slots.deinitialize() }
    unsafe slots.deallocate()
  }

  /// Stores an element.
  ///
  /// Callable from any thread, once for each slot.
  ///
  /// - Returns: All elements, in the order of their slots, if this was the last one; otherwise
  ///   `nil`.
  @inlinable package func store(_ element: consuming Element, at index: Int) -> [Element]? {
    // SAFETY: no other thread accesses this slot before the countdown has ended.
    unsafe slots[index] = consume element
    return missing.arrive() ? takeAll() : nil
  }

  /// Moves all elements out of their slots.
  ///
  /// Called only by the thread that stored the last one: the countdown publishes the other stores
  /// to it.
  @inlinable func takeAll() -> [Element] {
    unsafe isTaken = true
    return unsafe [Element](unsafeUninitializedCapacity: slots.count) { elements, count in
      for index in unsafe slots.indices {
        // SAFETY: every slot has been stored to once, and none is accessed again.
        unsafe elements.initializeElement(
          at: index,
          to: slots.moveElement(from: index).unsafelyUnwrapped
        )
      }
      count = unsafe slots.count
    }
  }
}

/// A value that one thread stores and another one takes.
package final class StoredValue<Value: Sendable>: @unchecked Sendable {
  @exclusivity(unchecked) private var value: Value?

  package init() {}

  /// Stores the value.
  ///
  /// Called once.
  package func store(_ value: Value) {
    unsafe self.value = value
  }

  /// Moves the value out.
  ///
  /// Called once, by a thread that has synchronized with the one that stored the value.
  package func take() -> Value {
    guard let value = unsafe value.take() else { preconditionFailure("a value was taken twice") }
    return value
  }
}
