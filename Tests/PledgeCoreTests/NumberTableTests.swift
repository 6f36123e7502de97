import PledgeTestSupport
import Testing

@testable import PledgeSupport

struct NumberTableTests {
  @Test func `an empty table has no entries, and none to remove`() {
    var table = NumberTable()
    table.remove(7)

    let found = table[7]
    #expect(found == 0)
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `it finds the latest value of every key that was not removed`(seed: UInt64) {
    var table = NumberTable()
    var expected: [UInt64: UInt64] = [:]
    var random = SeededGenerator(seed: seed)
    for value in 1...5_000 as ClosedRange<UInt64> {
      let key = Bool.random(using: &random) ? value - 1 : .random(in: 0...(.max), using: &random)
      table.set(key, to: value)
      expected[key] = value
      guard value % 3 == 0, let removed = expected.keys.randomElement() else { continue }
      table.remove(removed)
      expected[removed] = nil
      let found = table[removed]
      #expect(found == 0)
    }

    for (key, value) in expected {
      let found = table[key]
      #expect(found == value)
    }
  }

  @Test func `zero is a number like any other`() {
    var table = NumberTable()
    table.set(0, to: 7)
    for key in 1...100 as ClosedRange<UInt64> { table.set(key, to: key) }

    let found = table[0]
    #expect(found == 7)
    table.remove(0)
    let removed = table[0]
    #expect(removed == 0)
  }

  @Test func `entries that wrap around the end of the table are found, and move back`() {
    var table = NumberTable()
    let last = table.size - 1
    var keys: [UInt64] = []
    for key in 0...10_000 as ClosedRange<UInt64> where table.home(of: key) == last && keys.count < 5
    {
      keys.append(key)
    }
    for key in keys { table.set(key, to: key + 1) }

    for (index, key) in keys.enumerated() {
      table.remove(key)
      for other in keys.dropFirst(index + 1) {
        let found = table[other]
        #expect(found == other + 1)
      }
    }
  }

  @Test func `removing an entry makes room`() {
    var table = NumberTable()
    let size = table.size
    for key in 1...10_000 as ClosedRange<UInt64> {
      table.set(key, to: 1)
      table.remove(key)
    }

    #expect(table.size == size)
  }

  @Test func `addresses, whose lowest bits are equal, are found in a step or two`() {
    var table = NumberTable()
    let addresses = (1...4_096 as ClosedRange<UInt64>).map { 0x7F00_0000_0000 + $0 << 6 }
    for address in addresses { table.set(address, to: 1) }

    var steps = 0
    for address in addresses { steps += table.steps(to: address) }
    #expect(steps <= 3 * addresses.count)
  }
}

extension NumberTable {
  fileprivate var size: Int { unsafe entries.count }

  /// Returns the number of entries inspected to find `key`.
  fileprivate func steps(to key: UInt64) -> Int {
    let start = unsafe entries.baseAddress.unsafelyUnwrapped
    let position = unsafe entry(of: key) - start
    return (position &- home(of: key)) & (size - 1) + 1
  }

  @Test func `the memory of a burst is released, and the rest is still found`() {
    var table = NumberTable()
    for key in 1...10_000 as ClosedRange<UInt64> { table.set(key, to: key) }
    let most = table.capacity
    #expect(most >= 10_000)
    for key in 8...10_000 as ClosedRange<UInt64> { table.remove(key) }

    let rest = table.capacity
    #expect(rest <= 64)
    for key in 1...7 as ClosedRange<UInt64> {
      let found = table[key]
      #expect(found == key)
    }
  }
}
