/// Finds sets of vertices of a graph each of which can be reached from each other: Tarjan's
/// algorithm, without recursion, since chains are long.
struct StronglyConnectedComponents {
  private struct Frame {
    let vertex: Int
    var edges: ArraySlice<Int>
  }

  private var order: [Int]
  private var low: [Int]
  private var isOpen: [Bool]
  private var open: [Int] = []
  private var frames: [Frame] = []
  private var time = 0
  private var found: [[Int]] = []

  /// The sets that have a cycle: several vertices, or one with an edge to itself.
  ///
  /// - Complexity: O(*n*) in the number of vertices and edges.
  static func of(_ count: Int, edges: (Int) -> [Int]) -> [[Int]] {
    var knots = StronglyConnectedComponents(count)
    for vertex in 0..<count where knots.order[vertex] == 0 { knots.explore(vertex, edges) }
    return knots.found
  }

  private init(_ count: Int) {
    order = Array(repeating: 0, count: count)
    low = order
    isOpen = Array(repeating: false, count: count)
  }

  private mutating func explore(_ start: Int, _ edges: (Int) -> [Int]) {
    enter(start, edges)
    while let vertex = frames.last?.vertex {
      guard let next = frames[frames.count - 1].edges.popFirst() else {
        leave(vertex, edges)
        continue
      }
      if order[next] == 0 {
        enter(next, edges)
      } else if isOpen[next] {
        low[vertex] = min(low[vertex], order[next])
      }
    }
  }

  private mutating func enter(_ vertex: Int, _ edges: (Int) -> [Int]) {
    time += 1
    order[vertex] = time
    low[vertex] = time
    isOpen[vertex] = true
    open.append(vertex)
    frames.append(Frame(vertex: vertex, edges: edges(vertex)[...]))
  }

  private mutating func leave(_ vertex: Int, _ edges: (Int) -> [Int]) {
    frames.removeLast()
    if let above = frames.last?.vertex { low[above] = min(low[above], low[vertex]) }
    guard low[vertex] == order[vertex], let place = open.lastIndex(of: vertex) else { return }
    let knot = Array(open[place...])
    open.removeSubrange(place...)
    for member in knot { isOpen[member] = false }
    if knot.count > 1 || edges(vertex).contains(vertex) { found.append(knot) }
  }
}
