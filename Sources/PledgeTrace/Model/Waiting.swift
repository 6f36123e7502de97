internal import Pledge

/// Who waits for whom in a trace: pending promises, by their positions in it.
struct Waiting {
  private let trace: Trace
  /// The cycle that each waits in, by its number; few do.
  private var cycleOf: [Int: Int] = [:]
  /// Cycles of promises each of which waits for the next, and the last one for the first.
  private(set) var cycles: [[Int]] = []

  init(_ trace: Trace) {
    self.trace = trace
    for knot in StronglyConnectedComponents.of(trace.entries.count, edges: waitedFor) { add(knot) }
  }

  /// Looks only at some promises, which are all that any of them waits for.
  ///
  /// - Complexity: O(*n*) in their number, whatever else there is.
  init(_ trace: Trace, among positions: [Int]) {
    self.trace = trace
    let vertices = Dictionary(uniqueKeysWithValues: zip(positions, positions.indices))
    let knots = StronglyConnectedComponents.of(positions.count) { vertex in
      waitedFor(by: positions[vertex]).compactMap { vertices[$0] }
    }
    for knot in knots { add(knot.map { positions[$0] }) }
  }

  private mutating func add(_ knot: [Int]) {
    for position in knot { cycleOf[position] = cycles.count }
    cycles.append(cycle(in: knot))
  }

  /// The pending promises that a pending one waits for.
  func waitedFor(by position: Int) -> [Int] {
    let entry = trace.entries[position]
    guard entry.state == .pending else { return [] }
    return entry.above.compactMap(trace.index).filter { trace.entries[$0].state == .pending }
  }

  /// The cycle that a promise waits in, itself first if it is part of it.
  func cycle(of position: Int) -> [Int]? {
    guard let number = cycleOf[position] else { return nil }
    let cycle = cycles[number]
    guard let place = cycle.firstIndex(of: position) else { return cycle }
    return Array(cycle[place...] + cycle[..<place])
  }

  /// Whether a promise waits for none that is pending, so that it is up to its producer.
  func isCause(_ position: Int) -> Bool {
    trace.entries[position].state == .pending && waitedFor(by: position).isEmpty
  }

  /// A shortest cycle through the first promise of some that all wait for each other.
  private func cycle(in knot: [Int]) -> [Int] {
    guard let first = knot.min() else { return [] }
    let members = Set(knot)
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
