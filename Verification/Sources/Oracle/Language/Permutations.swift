/// Every ordered selection of `count` actions from a pool, each after the same beginning.
public struct Permutations: Sequence, Sendable {
  /// The actions that every program begins with.
  public let beginning: [Action]
  /// The actions to select from.
  public let pool: [Action]
  /// The number of actions to select.
  public let count: Int

  /// The number of programs.
  public var total: Int {
    (0..<count).reduce(1) { $0 * (pool.count - $1) }
  }

  /// Creates the programs.
  public init(of count: Int, from pool: [Action], after beginning: [Action]) {
    self.beginning = beginning
    self.pool = pool
    self.count = count
  }

  /// Returns the programs in lexicographic order.
  public func makeIterator() -> AnyIterator<Program> {
    var choice = Array(0..<count)
    var isOver = count > pool.count
    return AnyIterator {
      if isOver { return nil }
      defer { isOver = !advance(&choice) }
      return Program(beginning + choice.map { pool[$0] })
    }
  }

  /// Advances a selection of different indices to the next one.
  private func advance(_ choice: inout [Int]) -> Bool {
    for place in choice.indices.reversed() {
      let taken = Set(choice[..<place])
      let free = (choice[place] + 1..<pool.count).first { !taken.contains($0) }
      guard let free else { continue }
      choice[place] = free
      var used = taken.union([free])
      for later in choice.indices where later > place {
        let least = pool.indices.first { !used.contains($0) } ?? 0
        choice[later] = least
        used.insert(least)
      }
      return true
    }
    return false
  }
}
