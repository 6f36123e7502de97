/// A hash table from addresses to values with open addressing; it allocates only to grow, and to
/// shrink after a burst.
///
/// Unlike a dictionary, it spends no time on a hash that resists attacks. Not thread-safe: callers
/// hold a lock.
@safe @frozen @usableFromInline package struct AddressTable<Value>: ~Copyable {
  /// The addresses; zero for a free place.
  @usableFromInline var keys: UnsafeMutablePointer<UInt>
  /// The values; initialized where there is an address.
  @usableFromInline var values: UnsafeMutablePointer<Value>
  /// The number of places, a power of two; zero until the first insertion, which allocates them.
  @usableFromInline package internal(set) var capacity = 0
  @usableFromInline package internal(set) var count = 0
  /// Shrinks when there are fewer entries.
  @usableFromInline var minimum = 0

  @inlinable package init() {
    // SAFETY: neither is accessed while the capacity is zero.
    unsafe keys = UnsafeMutablePointer(bitPattern: MemoryLayout<UInt>.alignment).unsafelyUnwrapped
    unsafe values =
      UnsafeMutablePointer(bitPattern: MemoryLayout<Value>.alignment)
      .unsafelyUnwrapped
  }

  deinit {
    if capacity == 0 { return }
    for place in 0..<capacity where unsafe keys[place] != 0 {
      unsafe (values + place).deinitialize(count: 1)
    }
    unsafe keys.deallocate()
    unsafe values.deallocate()
  }

  /// The value of `key`; `nil` if it has none.
  @inlinable package subscript(key: UInt) -> Value? {
    guard count > 0 else { return nil }
    let place = place(of: key)
    return unsafe keys[place] == key ? values[place] : nil
  }

  /// Edits the value of `key`, after inserting `initial` if it has none.
  @inlinable @inline(__always)
  package mutating func edit<Output>(
    _ key: UInt,
    default initial: @autoclosure () -> Value,
    _ body: (inout Value) -> Output
  ) -> Output {
    if capacity == 0 { resize(to: 8) }
    var place = place(of: key)
    if unsafe keys[place] != key {
      if 2 * (count + 1) > capacity {
        resize(to: 2 * capacity)
        place = self.place(of: key)
      }
      unsafe keys[place] = key
      unsafe (values + place).initialize(to: initial())
      count += 1
    }
    return unsafe body(&values[place])
  }

  /// Edits the value of `key`, if it has one.
  @inlinable package mutating func editIfPresent<Output>(
    _ key: UInt,
    _ body: (inout Value) -> Output
  ) -> Output? {
    guard count > 0 else { return nil }
    let place = place(of: key)
    return unsafe keys[place] == key ? body(&values[place]) : nil
  }

  /// Removes and returns the value of `key`, and closes the gap so that later entries are still
  /// found.
  @inlinable package mutating func removeValue(for key: UInt) -> Value? {
    guard count > 0 else { return nil }
    var hole = place(of: key)
    guard unsafe keys[hole] == key else { return nil }
    let removed = unsafe (values + hole).move()
    count -= 1
    var next = (hole + 1) & (capacity - 1)
    while unsafe keys[next] != 0 {
      let distance = unsafe (next &- home(of: keys[next])) & (capacity - 1)
      if distance >= (next &- hole) & (capacity - 1) {
        unsafe keys[hole] = keys[next]
        unsafe (values + hole).moveInitialize(from: values + next, count: 1)
        hole = next
      }
      next = (next + 1) & (capacity - 1)
    }
    unsafe keys[hole] = 0
    // The number of entries halves or doubles before the next copy.
    if count < minimum { resize(to: capacity / 2) }
    return removed
  }

  /// Returns the preferred place of `key`.
  ///
  /// The multiplier differs from that of the function that selects a lock by address: otherwise,
  /// addresses with the same lock would prefer the same places.
  @inlinable func home(of key: UInt) -> Int {
    let shift = UInt.bitWidth - capacity.trailingZeroBitCount
    return Int(bitPattern: (key &* 0xD1B5_4A32_D192_ED03) &>> UInt(shift))
  }

  /// Returns the place of `key`, or the free place where it belongs; there is always a free one.
  @inlinable func place(of key: UInt) -> Int {
    var place = home(of: key)
    // SAFETY: the capacity is a power of two, and places are below it.
    while unsafe keys[place] != key, unsafe keys[place] != 0 {
      place = (place + 1) & (capacity - 1)
    }
    return place
  }

  @inlinable @inline(never) mutating func resize(to newCapacity: Int) {
    let (oldKeys, oldValues, oldCapacity) = unsafe (keys, values, capacity)
    capacity = newCapacity
    minimum = capacity > 64 ? capacity / 8 : 0
    unsafe keys = .allocate(capacity: capacity)
    unsafe keys.initialize(repeating: 0, count: capacity)
    unsafe values = .allocate(capacity: capacity)
    for old in 0..<oldCapacity where unsafe oldKeys[old] != 0 {
      let place = unsafe place(of: oldKeys[old])
      unsafe keys[place] = oldKeys[old]
      unsafe (values + place).moveInitialize(from: oldValues + old, count: 1)
    }
    if oldCapacity == 0 { return }
    unsafe oldKeys.deallocate()
    unsafe oldValues.deallocate()
  }
}
