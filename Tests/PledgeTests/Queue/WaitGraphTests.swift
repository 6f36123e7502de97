import Testing

@testable import Pledge

struct WaitGraphTests {
  private let loads = (0..<4).map { _ in Load() }

  @Test func `a wait that would close a circle is refused`() {
    var graph = WaitGraph()
    #expect(graph.insert(loads[0], awaiting: loads[1]))
    #expect(graph.insert(loads[1], awaiting: loads[2]))
    #expect(graph.insert(loads[0], awaiting: loads[2]))
    #expect(graph.insert(loads[2], awaiting: loads[3]))

    #expect(!graph.insert(loads[0], awaiting: loads[0]))
    #expect(!graph.insert(loads[1], awaiting: loads[0]))
    #expect(!graph.insert(loads[3], awaiting: loads[0]))
    #expect(graph.insert(loads[1], awaiting: loads[3]))
  }

  @Test func `a wait counts as often as it was noted, and leaves nothing`() {
    var graph = WaitGraph()
    for _ in 0..<2 { _ = graph.insert(loads[0], awaiting: loads[1]) }

    graph.remove(loads[0], awaiting: loads[1])
    #expect(!graph.insert(loads[1], awaiting: loads[0]))
    graph.remove(loads[0], awaiting: loads[1])

    #expect(graph.waits.isEmpty)
    #expect(graph.insert(loads[1], awaiting: loads[0]))
  }
}
