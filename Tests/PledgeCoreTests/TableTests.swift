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

extension AddressTableTests {
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `it finds the latest value of every key that was not removed`(seed: UInt64) {
    var table = AddressTable<UInt>()
    var expected: [UInt: UInt] = [:]
    var random = SeededGenerator(seed: seed)
    for value in 1...5_000 as ClosedRange<UInt> {
      let key = Bool.random(using: &random) ? value : .random(in: 1...(.max), using: &random)
      table.edit(key, default: 0) { $0 = value }
      expected[key] = value
      guard value % 3 == 0, let removed = expected.keys.randomElement() else { continue }
      let last = table.removeValue(for: removed)
      #expect(last == expected.removeValue(forKey: removed))
      let found = table[removed]
      #expect(found == nil)
    }

    for (key, value) in expected {
      let found = table[key]
      #expect(found == value)
    }
  }

  @Test func `entries that wrap around the end of the table are found, and move back`() {
    var table = AddressTable<UInt>()
    table.edit(1, default: 0) { _ in }
    _ = table.removeValue(for: 1)
    let last = table.capacity - 1
    var keys: [UInt] = []
    for key in 1...10_000 as ClosedRange<UInt> where table.home(of: key) == last && keys.count < 4 {
      keys.append(key)
    }
    for key in keys { table.edit(key, default: key + 1) { _ in } }

    for (index, key) in keys.enumerated() {
      _ = table.removeValue(for: key)
      for other in keys.dropFirst(index + 1) {
        let found = table[other]
        #expect(found == other + 1)
      }
    }
  }

  @Test func `addresses, whose lowest bits are equal, are found in a step or two`() {
    var table = AddressTable<UInt>()
    let addresses = (1...4_096 as ClosedRange<UInt>).map { 0x7F00_0000_0000 + $0 << 6 }
    for address in addresses { table.edit(address, default: 1) { _ in } }

    var steps = 0
    for address in addresses {
      steps += (table.place(of: address) - table.home(of: address)) & (table.capacity - 1) + 1
    }
    #expect(steps <= 3 * addresses.count)
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
