/// The wait-for graph of the pending promises in a trace, by their positions in it.
struct Waiting {
  private let trace: Trace
  /// The index in `cycles` for each promise that waits for itself.
  private var cycleOf: [Int: Int] = [:]
  /// Cycles of promises: each waits for the next one, and the last for the first.
  private(set) var cycles: [[Int]] = []

  init(_ trace: Trace) {
    self.trace = trace
    let components = StronglyConnectedComponents.of(trace.entries.count, edges: waitedFor)
    for component in components { add(component) }
  }

  /// Considers only the given promises; they must include all promises for which they wait.
  ///
  /// - Complexity: O(*n*) in the number of given promises, independent of the size of the trace.
  init(_ trace: Trace, among positions: [Int]) {
    self.trace = trace
    let vertices = Dictionary(uniqueKeysWithValues: zip(positions, positions.indices))
    let components = StronglyConnectedComponents.of(positions.count) { vertex in
      waitedFor(by: positions[vertex]).compactMap { vertices[$0] }
    }
    for component in components { add(component.map { positions[$0] }) }
  }

  private mutating func add(_ component: [Int]) {
    for position in component { cycleOf[position] = cycles.count }
    cycles.append(cycle(in: component))
  }

  /// Returns the pending promises for which a pending promise waits.
  func waitedFor(by position: Int) -> [Int] {
    let entry = trace.entries[position]
    guard entry.state == .pending else { return [] }
    return entry.above.compactMap(trace.index).filter { trace.entries[$0].state == .pending }
  }

  /// Returns the cycle of a promise that waits for itself, rotated to start with the promise if it
  /// is part of the cycle.
  func cycle(of position: Int) -> [Int]? {
    guard let number = cycleOf[position] else { return nil }
    let cycle = cycles[number]
    guard let place = cycle.firstIndex(of: position) else { return cycle }
    return Array(cycle[place...] + cycle[..<place])
  }

  /// Whether a pending promise waits only for its producer, and for no pending promise.
  func isCause(_ position: Int) -> Bool {
    trace.entries[position].state == .pending && waitedFor(by: position).isEmpty
  }

  /// Returns a shortest cycle through the first promise of a component.
  private func cycle(in component: [Int]) -> [Int] {
    guard let first = component.min() else { return [] }
    let members = Set(component)
    var cameFrom: [Int: Int] = [:]
    var reached = [first]
    var next = 0
    while next < reached.count {
      let position = reached[next]
      next += 1
      for other in waitedFor(by: position) where members.contains(other) {
        if other == first { return path(to: position, cameFrom) }
        if cameFrom[other] != nil { continue }
        cameFrom[other] = position
        reached.append(other)
      }
    }
    return [first]
  }

  private func path(to position: Int, _ cameFrom: [Int: Int]) -> [Int] {
    var path = [position]
    while let before = cameFrom[path[path.count - 1]] { path.append(before) }
    return path.reversed()
  }
}
