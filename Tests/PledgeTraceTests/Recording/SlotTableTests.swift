import Testing

@testable import PledgeTrace

struct SlotTableTests {
  @Test func `an empty one has nothing`() {
    #expect(SlotTable().slot(of: 7) == nil)
  }

  @Test func `it finds what was added and not removed, for any numbers`() {
    var table = SlotTable()
    var expected: [UInt64: UInt32] = [:]
    var random = SystemRandomNumberGenerator()
    for slot in 0..<5_000 as Range<UInt32> {
      let id = Bool.random(using: &random) ? UInt64(slot) : .random(in: 0...(.max), using: &random)
      if expected[id] != nil { continue }
      table.insert(id, slot: slot)
      expected[id] = slot
      guard slot % 3 == 0, let gone = expected.keys.randomElement() else { continue }
      table.remove(gone)
      expected[gone] = nil
      #expect(table.slot(of: gone) == nil)
    }

    for (id, slot) in expected { #expect(table.slot(of: id) == slot) }
  }
}
