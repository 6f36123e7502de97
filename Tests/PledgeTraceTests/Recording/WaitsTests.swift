import Testing

@testable import PledgeTrace

struct WaitsTests {
  @Test func `promises are returned in order`() {
    var waits = Waits(capacity: 10)
    var (first, second) = (none, none)
    for promise in 1...4 as ClosedRange<UInt64> {
      first = waits.append(promise, after: first)
      second = waits.append(promise * 10, after: second)
    }

    #expect(waits.elements.promises(upTo: first) == [1, 2, 3, 4])
    #expect(waits.elements.promises(upTo: second) == [10, 20, 30, 40])
    #expect(waits.elements.promises(upTo: none).isEmpty)
  }

  @Test func `a ring that is full replaces its own first link`() {
    var waits = Waits(capacity: 3)
    var (first, second, third) = (none, none, none)
    first = waits.append(1, after: first)
    for promise in 2...9 as ClosedRange<UInt64> { second = waits.append(promise, after: second) }
    third = waits.append(10, after: third)

    #expect(waits.elements.promises(upTo: first) == [1])
    #expect(waits.elements.promises(upTo: second) == [8, 9])
    #expect(waits.elements.promises(upTo: third).isEmpty)
  }

  @Test func `removing a ring makes room`() {
    var waits = Waits(capacity: 2)
    var last = waits.append(1, after: none)
    last = waits.append(2, after: last)
    waits.remove(upTo: last)
    var second = waits.append(3, after: none)
    second = waits.append(4, after: second)

    #expect(waits.elements.promises(upTo: second) == [3, 4])
  }
}
