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

  @Test func `a wait counts as often as it was noted, and leaves nothing`() {
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
  }

  @Test func `the waits of a load are removed in time that grows with their number, not faster`() {
    var graph = WaitGraph()
    let many = (0..<60_000).map { _ in Load() }
    for load in many { _ = graph.insert(loads[0], awaiting: load) }

    // A fraction of a second, also on a busy machine; with a copy for each, ten seconds and more.
    let time = ContinuousClock().measure {
      for load in many { graph.remove(loads[0], awaiting: load) }
    }

    #expect(time < .seconds(5))
    #expect(graph.waits.isEmpty)
  }
}
