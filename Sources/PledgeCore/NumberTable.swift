/// Numbers by numbers: a hash table with open addressing, which takes memory only to grow.
///
/// To be used under a lock.
@safe @frozen @usableFromInline package struct NumberTable: ~Copyable {
  @usableFromInline struct Cell: BitwiseCopyable {
    @usableFromInline var key: UInt64 = 0
    @usableFromInline var value: UInt64 = 0

    @inlinable init() {}
  }

  @usableFromInline var cells: UnsafeMutableBufferPointer<Cell>
  /// What is left of a hash is the position of a cell.
  @usableFromInline var shift: UInt64
  private var count = 0

  package init() {
    unsafe cells = NumberTable.makeCells(64)
    shift = 64 - 6
  }

  deinit {
    unsafe cells.deallocate()
  }

  /// The value of `key`, which is not zero; zero if it has none.
  @inlinable @inline(__always)
  package subscript(key: UInt64) -> UInt64 {
    unsafe cell(of: key).pointee.value
  }

  /// Gives `key`, which is not zero, a value.
  package mutating func set(_ key: UInt64, to value: UInt64) {
    var cell = unsafe cell(of: key)
    if unsafe cell.pointee.key == 0 {
      if unsafe 2 * (count + 1) > cells.count {
        grow()
        unsafe cell = unsafe self.cell(of: key)
      }
      count += 1
      unsafe cell.pointee.key = key
    }
    unsafe cell.pointee.value = value
  }

  /// Removes `key`, if it is there, and moves those behind it up, so that none of them is missed.
  package mutating func remove(_ key: UInt64) {
    // SAFETY: positions are masked, see ``cell(of:)``.
    let start = unsafe cells.baseAddress.unsafelyUnwrapped
    let mask = unsafe cells.count - 1
    var hole = unsafe cell(of: key) - start
    guard unsafe start[hole].key != 0 else { return }
    var next = (hole + 1) & mask
    while unsafe start[next].key != 0 {
      let distance = unsafe (next &- home(of: start[next].key)) & mask
      if distance >= (next &- hole) & mask {
        unsafe start[hole] = start[next]
        hole = next
      }
      next = (next + 1) & mask
    }
    unsafe start[hole] = Cell()
    count -= 1
  }

  /// Multiplied by the golden ratio, dense numbers and addresses spread evenly.
  @inlinable @inline(__always)
  func home(of key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) &>> shift)
  }

  /// Where `key` is, or would go.
  @inlinable @inline(__always)
  func cell(of key: UInt64) -> UnsafeMutablePointer<Cell> {
    // SAFETY: the count is a power of two, and a position below it; half of the cells are free.
    let start = unsafe cells.baseAddress.unsafelyUnwrapped
    let mask = unsafe cells.count &- 1
    var position = home(of: key)
    while true {
      let cell = unsafe start + position
      let found = unsafe cell.pointee.key
      if found == key || found == 0 { return unsafe cell }
      position = (position &+ 1) & mask
    }
  }

  private mutating func grow() {
    let old = unsafe cells
    unsafe cells = NumberTable.makeCells(2 * old.count)
    shift -= 1
    for index in old.indices {
      let entry = unsafe old[index]
      if entry.key != 0 { unsafe cell(of: entry.key).initialize(to: entry) }
    }
    unsafe old.deallocate()
  }

  private static func makeCells(_ count: Int) -> UnsafeMutableBufferPointer<Cell> {
    let cells = UnsafeMutableBufferPointer<Cell>.allocate(capacity: count)
    unsafe cells.initialize(repeating: Cell())
    return unsafe cells
  }
}
