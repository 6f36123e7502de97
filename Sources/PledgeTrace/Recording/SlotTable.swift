/// Finds the slot of a promise by its number: a hash table with open addressing.
///
/// The numbers are dense, apart from old ones that are pending still. Multiplied by the golden
/// ratio they spread evenly, so a search takes one or two steps, and there is nothing to allocate
/// but a larger table now and then.
struct SlotTable {
  private struct Cell {
    var id: UInt64
    var slot: UInt32
  }

  private var cells: [Cell] = []
  private var shift = 64
  private var count = 0

  /// The slot of `id`, if there is one.
  @inline(__always)
  func slot(of id: UInt64) -> UInt32? {
    if cells.isEmpty { return nil }
    let cell = cells[position(of: id)]
    return cell.slot == none ? nil : cell.slot
  }

  /// Adds an `id` that is not there.
  mutating func insert(_ id: UInt64, slot: UInt32) {
    if (count + 1) * 2 > cells.count { grow() }
    count += 1
    cells[position(of: id)] = Cell(id: id, slot: slot)
  }

  /// Removes an `id` that is there, and moves those behind it up, so that none of them is missed.
  mutating func remove(_ id: UInt64) {
    var hole = position(of: id)
    var next = following(hole)
    while cells[next].slot != none {
      let home = home(of: cells[next].id)
      let distance = (next &- home) & (cells.count - 1)
      if distance >= (next &- hole) & (cells.count - 1) {
        cells[hole] = cells[next]
        hole = next
      }
      next = following(next)
    }
    cells[hole].slot = none
    count -= 1
  }

  @inline(__always)
  private func home(of id: UInt64) -> Int {
    Int(truncatingIfNeeded: (id &* 0x9E37_79B9_7F4A_7C15) >> UInt64(shift))
  }

  @inline(__always)
  private func following(_ position: Int) -> Int { (position + 1) & (cells.count - 1) }

  /// Where `id` is, or would go.
  @inline(__always)
  private func position(of id: UInt64) -> Int {
    var position = home(of: id)
    while cells[position].slot != none, cells[position].id != id {
      position = following(position)
    }
    return position
  }

  private mutating func grow() {
    let old = cells
    let size = max(64, old.count * 2)
    cells = Array(repeating: Cell(id: 0, slot: none), count: size)
    shift = 64 - size.trailingZeroBitCount
    for cell in old where cell.slot != none { cells[position(of: cell.id)] = cell }
  }
}
