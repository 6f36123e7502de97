import Pledge
import Testing

@testable import PledgeCore

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
