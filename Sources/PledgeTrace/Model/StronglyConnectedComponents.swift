/// Finds the strongly connected components of a graph by Tarjan's algorithm, without recursion,
/// since chains are long.
struct StronglyConnectedComponents {
  private struct Frame {
    let vertex: Int
    var edges: ArraySlice<Int>
  }

  /// The order in which each vertex was first visited, from 1; 0 if it was not visited yet.
  private var order: [Int]
  /// The lowest order that each vertex is known to reach.
  private var low: [Int]
  private var isOnStack: [Bool]
  /// The visited vertices whose components are not complete.
  private var stack: [Int] = []
  private var frames: [Frame] = []
  private var time = 0
  private var found: [[Int]] = []

  /// Returns the components that contain a cycle: several vertices, or one with an edge to itself.
  ///
  /// - Complexity: O(*n*) in the number of vertices and edges.
  static func of(_ count: Int, edges: (Int) -> [Int]) -> [[Int]] {
    var search = StronglyConnectedComponents(count)
    for vertex in 0..<count where search.order[vertex] == 0 { search.explore(vertex, edges) }
    return search.found
  }

  private init(_ count: Int) {
    order = Array(repeating: 0, count: count)
    low = order
    isOnStack = Array(repeating: false, count: count)
  }

  private mutating func explore(_ start: Int, _ edges: (Int) -> [Int]) {
    enter(start, edges)
    while let vertex = frames.last?.vertex {
      guard let next = frames[frames.count - 1].edges.popFirst() else {
        finish(vertex, edges)
        continue
      }
      if order[next] == 0 {
        enter(next, edges)
      } else if isOnStack[next] {
        low[vertex] = min(low[vertex], order[next])
      }
    }
  }

  private mutating func enter(_ vertex: Int, _ edges: (Int) -> [Int]) {
    time += 1
    order[vertex] = time
    low[vertex] = time
    isOnStack[vertex] = true
    stack.append(vertex)
    frames.append(Frame(vertex: vertex, edges: edges(vertex)[...]))
  }

  private mutating func finish(_ vertex: Int, _ edges: (Int) -> [Int]) {
    frames.removeLast()
    if let previous = frames.last?.vertex { low[previous] = min(low[previous], low[vertex]) }
    guard low[vertex] == order[vertex], let start = stack.lastIndex(of: vertex) else { return }
    let component = Array(stack[start...])
    stack.removeSubrange(start...)
    for member in component { isOnStack[member] = false }
    if component.count > 1 || edges(vertex).contains(vertex) { found.append(component) }
  }
}
