/// Every ordered selection of `count` steps from a pool, each after the same beginning.
package struct Permutations: Sequence, Sendable {
  /// The steps that every program begins with.
  package let beginning: [Step]
  package let pool: [Step]
  package let count: Int

  package var total: Int {
    (0..<count).reduce(1) { $0 * (pool.count - $1) }
  }

  package init(of count: Int, from pool: [Step], after beginning: [Step]) {
    self.beginning = beginning
    self.pool = pool
    self.count = count
  }

  /// Returns the programs in lexicographic order.
  package func makeIterator() -> AnyIterator<Program> {
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
