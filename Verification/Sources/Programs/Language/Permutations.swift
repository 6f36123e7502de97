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
  package func makeIterator() -> some IteratorProtocol<Program> {
    selections(of: count).lazy.map { choice in Program(beginning + choice.map { pool[$0] }) }
      .makeIterator()
  }

  private func selections(of count: Int) -> [[Int]] {
    guard count > 0 else { return [[]] }
    return selections(of: count - 1).flatMap { choice in
      pool.indices.filter { !choice.contains($0) }.map { choice + [$0] }
    }
  }
}
