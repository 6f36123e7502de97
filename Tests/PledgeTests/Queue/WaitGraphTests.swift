import Testing

@testable import Pledge

struct WaitGraphTests {
  private let loads = (0..<4).map { _ in Load() }

  @Test func `a wait that would close a cycle is refused`() {
    var graph = WaitGraph()
    let waits = [(0, 1), (1, 2), (0, 2), (2, 3), (0, 0), (1, 0), (3, 0), (1, 3)]

    let answers = waits.map { graph.insert(loads[$0], awaiting: loads[$1]) }

    #expect(answers == [true, true, true, true, false, false, false, true])
  }

  @Test func `a wait counts as often as it was inserted, and leaves nothing behind`() {
    var graph = WaitGraph()
    var answers: [Bool] = []
    for _ in 0..<2 { answers.append(graph.insert(loads[0], awaiting: loads[1])) }

    for _ in 0..<2 {
      graph.remove(loads[0], awaiting: loads[1])
      answers.append(graph.insert(loads[1], awaiting: loads[0]))
    }
    graph.remove(loads[1], awaiting: loads[0])

    #expect(answers == [true, true, false, true])
    #expect(graph.waits.isEmpty)
    #expect(graph.waiters.isEmpty)
  }

  @Test(arguments: 0..<20)
  func `a search from both ends agrees with a search from one`(seed: UInt64) {
    var state = seed
    func draw(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    let loads = (0..<12).map { _ in Load() }
    var graph = WaitGraph()
    var waits: [(Int, Int)] = []
    for _ in 0..<300 {
      let (waiter, awaited) = (draw(12), draw(12))
      if draw(3) == 0, !waits.isEmpty {
        let (waiter, awaited) = waits.remove(at: draw(waits.count))
        graph.remove(loads[waiter], awaiting: loads[awaited])
        continue
      }
      var reached: Set = [awaited]
      for _ in loads { reached.formUnion(waits.filter { reached.contains($0.0) }.map(\.1)) }
      let isNoted = graph.insert(loads[waiter], awaiting: loads[awaited])
      #expect(isNoted == !reached.contains(waiter))
      if isNoted { waits.append((waiter, awaited)) }
    }
  }

  @Test func `the waits of a load are removed in time proportional to their number`() throws {
    var graph = WaitGraph()
    let many = (0..<60_000).map { _ in Load() }
    for load in many { _ = graph.insert(loads[0], awaiting: load) }

    let clock = ContinuousClock()
    let times = stride(from: 0, to: many.count, by: 100).map { start in
      clock.measure {
        for load in many[start..<start + 100] { graph.remove(loads[0], awaiting: load) }
      }
    }

    // Compares minimums, which are insensitive to scheduling pauses. If each removal copied the
    // remaining waits, the first removals would take hundreds of times as long as the last.
    let first = try #require(times.prefix(100).min())
    let last = try #require(times.suffix(100).min())
    #expect(first < last * 20)
    #expect(graph.waits.isEmpty)
  }

  @Test func `the memory of a burst is released`() {
    var graph = WaitGraph()
    let loads = (0..<5_000).map { _ in Load() }
    var inserted = 0
    for load in loads.dropFirst() where graph.insert(load, awaiting: loads[0]) { inserted += 1 }
    for load in loads.dropFirst(10) { graph.remove(load, awaiting: loads[0]) }

    #expect(inserted == 4_999)
    #expect(graph.waits.capacity < 1_000)
    #expect(graph.waiters[ObjectIdentifier(loads[0])].map { $0.capacity < 1_000 } == true)
  }
}
