import PledgeSupport
import PledgeTestSupport
import Testing

struct AddressTableTests {
  @Test func `an empty one has nothing, and nothing to remove`() {
    var table = AddressTable<String>()

    #expect(isNil(table[16]))
    #expect(isNil(table.removeValue(for: 16)))
    #expect(isNil(table.editIfPresent(16) { $0 += "a" }))
    let count = table.count
    #expect(count == 0)
  }

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

  private func isNil<Value>(_ value: Value?) -> Bool { value == nil }
}
