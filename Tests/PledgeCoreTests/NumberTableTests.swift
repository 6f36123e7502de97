import Testing

@testable import PledgeCore

struct NumberTableTests {
  @Test func `an empty one has nothing, and nothing to remove`() {
    var table = NumberTable()
    table.remove(7)

    #expect(table[7] == 0)
  }

  @Test func `it finds what was set last and not removed, for any numbers`() {
    var table = NumberTable()
    var expected: [UInt64: UInt64] = [:]
    var random = SystemRandomNumberGenerator()
    for value in 1...5_000 as ClosedRange<UInt64> {
      let key = Bool.random(using: &random) ? value : .random(in: 1...(.max), using: &random)
      table.set(key, to: value)
      expected[key] = value
      guard value % 3 == 0, let gone = expected.keys.randomElement() else { continue }
      table.remove(gone)
      expected[gone] = nil
      let found = table[gone]
      #expect(found == 0)
    }

    for (key, value) in expected {
      let found = table[key]
      #expect(found == value)
    }
  }

  @Test func `addresses, whose lowest bits are alike, are found in a step or two`() {
    var table = NumberTable()
    for index in 1...4_096 as ClosedRange<UInt64> {
      table.set(0x7F00_0000_0000 + index << 6, to: index)
    }

    let steps = (1...4_096 as ClosedRange<UInt64>).map {
      table.steps(to: 0x7F00_0000_0000 + $0 << 6)
    }
    #expect(steps.reduce(0, +) <= 3 * 4_096)
  }
}

extension NumberTable {
  /// How many cells are looked at for `key`.
  fileprivate func steps(to key: UInt64) -> Int {
    let start = unsafe cells.baseAddress.unsafelyUnwrapped
    let position = unsafe cell(of: key) - start
    return unsafe (position &- home(of: key)) & (cells.count - 1) + 1
  }
}
