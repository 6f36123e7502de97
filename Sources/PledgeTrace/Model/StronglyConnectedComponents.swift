/// Finds the strongly connected components of a graph by Tarjan's algorithm, without recursion,
/// since chains are long.
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
    isOpen = Array(repeating: false, count: count)
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

  private mutating func finish(_ vertex: Int, _ edges: (Int) -> [Int]) {
    frames.removeLast()
    if let above = frames.last?.vertex { low[above] = min(low[above], low[vertex]) }
    guard low[vertex] == order[vertex], let place = open.lastIndex(of: vertex) else { return }
    let component = Array(open[place...])
    open.removeSubrange(place...)
    for member in component { isOpen[member] = false }
    if component.count > 1 || edges(vertex).contains(vertex) { found.append(component) }
  }
}
