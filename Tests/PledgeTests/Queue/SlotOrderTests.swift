import Testing

@testable import Pledge

struct SlotOrderTests {
  @Test func `after the clock was set back, insertions pass the other slots once, not each time`() {
    var order = SlotOrder()
    var times: [Int] = []
    var comparisons = 0
    let readings = [Array(10_000..<20_000), Array(0..<15_000), Array(15_000..<30_000)].joined()
    for time in readings {
      times.append(time)
      order.insert(times.count - 1) { slot in
        comparisons += 1
        return times[slot] <= time
      }
    }

    #expect(comparisons < 5 * times.count)
    var sorted: [Int] = []
    while let slot = order.first {
      sorted.append(times[slot])
      order.remove(slot)
    }
    #expect(sorted == times.sorted())
  }

  @Test func `an insertion finds its place if the slot inserted before it was removed`() {
    var order = SlotOrder()
    for time in [0, 20, 10] { order.insert(time / 10) { 10 * $0 <= time } }
    order.remove(1)
    order.insert(1) { $0 < 1 }
    order.remove(1)
    order.remove(0)
    order.insert(0) { _ in false }
    order.remove(2)

    #expect(order.first == 0)
  }
}
