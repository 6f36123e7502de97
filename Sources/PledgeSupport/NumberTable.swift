/// A hash table from integers to integers with open addressing; it allocates only to grow, and to
/// shrink after a burst.
///
/// No value is zero: an entry with value zero is free. Not thread-safe: callers hold a lock. An
/// ``AddressTable`` in its place costs a recorded promise a tenth more instructions.
@safe @frozen @usableFromInline package struct NumberTable: ~Copyable {
  @usableFromInline struct Entry: BitwiseCopyable {
    @usableFromInline var key: UInt64 = 0
    @usableFromInline var value: UInt64 = 0

    @inlinable init() {}
  }

  @usableFromInline var entries: UnsafeMutableBufferPointer<Entry>
  /// The number of bits by which a hash is shifted right to obtain a position.
  @usableFromInline var shift: UInt64
  package private(set) var count = 0

  /// The number of entries for which memory is reserved.
  package var capacity: Int { unsafe entries.count }

  package init() {
    unsafe entries = NumberTable.makeEntries(64)
    shift = 64 - 6
  }

  deinit {
    unsafe entries.deallocate()
  }

  /// The value of `key`; zero if it has none.
  @inlinable @inline(__always)
  package subscript(key: UInt64) -> UInt64 {
    unsafe entry(of: key).pointee.value
  }

  /// Sets the value of `key`; the value must not be zero.
  package mutating func set(_ key: UInt64, to value: UInt64) {
    precondition(value != 0)
    var place = unsafe entry(of: key)
    if unsafe place.pointee.value == 0 {
      if unsafe 2 * (count + 1) > entries.count {
        resize(to: unsafe 2 * entries.count)
        unsafe place = unsafe entry(of: key)
      }
      count += 1
      unsafe place.pointee.key = key
    }
    unsafe place.pointee.value = value
  }

  /// Removes `key` if it is present, and closes the gap so that later entries are still found.
  package mutating func remove(_ key: UInt64) {
    // SAFETY: positions are masked; see ``entry(of:)``.
    let start = unsafe entries.baseAddress.unsafelyUnwrapped
    let mask = unsafe entries.count - 1
    var hole = unsafe entry(of: key) - start
    guard unsafe start[hole].value != 0 else { return }
    var next = (hole + 1) & mask
    while unsafe start[next].value != 0 {
      let distance = unsafe (next &- home(of: start[next].key)) & mask
      if distance >= (next &- hole) & mask {
        unsafe start[hole] = start[next]
        hole = next
      }
      next = (next + 1) & mask
    }
    unsafe start[hole] = Entry()
    count -= 1
    // The number of entries halves or doubles before the next copy.
    if unsafe entries.count > 64, unsafe count < entries.count / 8 {
      resize(to: unsafe entries.count / 2)
    }
  }

  /// Returns the preferred position of `key`.
  ///
  /// Multiplication by the golden ratio spreads dense numbers and addresses evenly.
  @inlinable @inline(__always)
  func home(of key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) &>> shift)
  }

  /// Returns the entry of `key`, or the free entry where it belongs.
  @inlinable @inline(__always)
  func entry(of key: UInt64) -> UnsafeMutablePointer<Entry> {
    // SAFETY: the count is a power of two, and positions are below it. The search ends because at
    // least half of the entries are free.
    let start = unsafe entries.baseAddress.unsafelyUnwrapped
    let mask = unsafe entries.count &- 1
    var position = home(of: key)
    while true {
      let entry = unsafe start + position
      if unsafe entry.pointee.key == key || entry.pointee.value == 0 { return unsafe entry }
      position = (position &+ 1) & mask
    }
  }

  private mutating func resize(to newCapacity: Int) {
    let old = unsafe entries
    unsafe entries = NumberTable.makeEntries(newCapacity)
    shift = UInt64(64 - newCapacity.trailingZeroBitCount)
    for index in old.indices {
      let old = unsafe old[index]
      if old.value != 0 { unsafe entry(of: old.key).initialize(to: old) }
    }
    unsafe old.deallocate()
  }

  private static func makeEntries(_ count: Int) -> UnsafeMutableBufferPointer<Entry> {
    let entries = UnsafeMutableBufferPointer<Entry>.allocate(capacity: count)
    unsafe entries.initialize(repeating: Entry())
    return unsafe entries
  }
}
