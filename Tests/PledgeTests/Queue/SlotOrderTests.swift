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
    let times = [0, 20, 10]
    var order = SlotOrder()
    func insert(_ slot: Int) { order.insert(slot) { times[$0] <= times[slot] } }
    for slot in 0..<3 { insert(slot) }
    order.remove(2)
    insert(2)
    var sorted: [Int] = []
    while let slot = order.first {
      sorted.append(slot)
      order.remove(slot)
    }
    insert(1)
    insert(0)

    #expect(sorted == [0, 2, 1])
    #expect(order.first == 0)
  }
}
