import PledgeTestSupport
import Testing

@testable import Pledge
@testable import PledgeCore
@testable import PledgeSupport

struct AddressTableTests {
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `it finds what was set last and not removed, for any addresses`(seed: UInt64) {
    var table = AddressTable<String>()
    var expected: [UInt: String] = [:]
    var random = SeededGenerator(seed: seed)
    for number in 0..<5_000 {
      let key = 16 * UInt.random(in: 1...1_000, using: &random)
      switch number % 3 {
      case 0:
        let removed = table.removeValue(for: key)
        #expect(removed == expected.removeValue(forKey: key))
      case 1:
        table.edit(key, default: "") { $0 += "\(number) " }
        expected[key, default: ""] += "\(number) "
      default:
        _ = table.editIfPresent(key) { $0 = "\(number)" }
        if expected[key] != nil { expected[key] = "\(number)" }
      }
    }

    let count = table.count
    #expect(count == expected.count)
    for (key, value) in expected {
      let found = table[key]
      #expect(found == value)
    }
  }

  @Test func `values are released when they are removed, and with the table`() {
    let cage = Cage(weight: 0)
    do {
      var table = AddressTable<Canary>()
      for key in 1...100 as ClosedRange<UInt> {
        table.edit(16 * key, default: cage.canary()) { _ in }
      }
      for key in 1...40 as ClosedRange<UInt> { _ = table.removeValue(for: 16 * key) }
      #expect(cage.living == 60)
    }
    #expect(cage.living == 0)
  }

  @Test func `the memory of a burst is released, and the rest is still found`() {
    var table = AddressTable<UInt>()
    for key in 1...10_000 as ClosedRange<UInt> { table.edit(16 * key, default: key) { _ in } }
    let most = table.capacity
    #expect(most >= 10_000)
    for key in 8...10_000 as ClosedRange<UInt> { _ = table.removeValue(for: 16 * key) }

    let rest = table.capacity
    #expect(rest <= 64)
    for key in 1...7 as ClosedRange<UInt> {
      let found = table[16 * key]
      #expect(found == key)
    }
  }
}

struct NumberTableTests {
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
}

extension NumberTableTests {
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

@Suite struct RegistrationsTests {
  let nodes: [Node] = (0..<8).map { Promise(value: $0) }

  @Test(arguments: 0...4, 0...4) func `those that are appended follow the others`(
    count: Int,
    added: Int
  ) {
    var registrations = some(count, from: 0)
    registrations.append(some(added, from: count))
    let expected = Array(0..<count + added)
    #expect(numbers(of: registrations.nodes) == expected)
    #expect(registrations.isEmpty == expected.isEmpty)

    var visited: [Node] = []
    registrations.visit { visited.append($0) }
    #expect(numbers(of: visited) == expected)

    #expect(numbers(of: registrations.take().nodes) == expected)
    #expect(registrations.isEmpty)
  }

  @Test(arguments: 1...4) func `one takes the place of another`(count: Int) {
    for index in 0..<count {
      var registrations = some(count, from: 0)
      #expect(registrations.replace(nodes[index], by: nodes[7]) === nodes[index])
      var expected = Array(0..<count)
      expected[index] = 7
      #expect(numbers(of: registrations.nodes) == expected)
    }
  }

  @Test(arguments: 0...4) func `one that replaces none follows the others`(count: Int) {
    for old in [nil, nodes[6]] {
      var registrations = some(count, from: 0)
      #expect(registrations.replace(old, by: nodes[7]) == nil)
      #expect(numbers(of: registrations.nodes) == Array(0..<count) + [7])
    }
  }

  private func some(_ count: Int, from first: Int) -> Registrations {
    switch count {
    case 0: .none
    case 1: .one(nodes[first])
    default: Registrations(count: count) { nodes[first + $0] }
    }
  }

  private func numbers(of some: [Node]) -> [Int?] {
    some.map { node in nodes.firstIndex { $0 === node } }
  }
}

struct SlabTests {
  @Test func `elements keep their numbers while it grows`() {
    var slab = Slab<Int>()
    let numbers = (0..<1_000).map { slab.insert($0) }

    for (element, number) in numbers.enumerated() {
      let found = slab[number]
      #expect(found == element)
    }
    #expect(slab.count == 1_000)
    #expect(slab.elements == Array(0..<1_000))
  }

  @Test func `freed slots are reused, the last one first`() {
    var slab = Slab<Int>()
    let numbers = (0..<100).map { slab.insert($0) }
    slab.remove(numbers[3])
    slab.remove(numbers[90])
    #expect(slab.count == 98)

    let first = slab.insert(-1)
    let second = slab.insert(-2)
    let third = slab.insert(-3)
    #expect([first, second, third] == [numbers[90], numbers[3], 100])
    #expect(slab.count == 101)
  }

  @Test func `accessing an unused slot traps`() async {
    await #expect(processExitsWith: .failure) {
      let slab = Slab<Int>()
      _ = slab[0]
    }
    await #expect(processExitsWith: .failure) {
      var slab = Slab<Int>()
      _ = slab.insert(1)
      slab.remove(1)
    }
  }
}

struct SortingTests {
  @Test func `elements are in ascending order of their numbers, and equal ones keep their order`() {
    let words = ["ccc", "a", "bb", "b", "aa", "", "c"]
    #expect(words.sorted(byNumber: \.count) == ["", "a", "b", "c", "bb", "aa", "ccc"])
  }
}

struct PendingTableTests {
  @Test func `the memory of a burst is released`() {
    var table = PendingTable()
    func take(_ event: Instrumentation.EventRecord.Event) {
      for number in 1...10_000 as ClosedRange<UInt64> {
        _ = table.take(Instrumentation.EventRecord(event, of: number, at: .unknown), .none)
      }
    }
    take(.created)
    #expect(table.entries.count == 10_000)
    take(.settled)
    #expect(table.entries.capacity <= 128)
  }
}
