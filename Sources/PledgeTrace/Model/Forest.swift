/// The derivation trees of the promises in a trace, by their positions in it.
struct Forest {
  /// The position of each promise's parent; -1 if it has none or the parent is not in the trace.
  let parents: [Int]
  /// The positions of the promises without a parent, in order.
  let roots: [Int]
  /// The number of promises in the tree below each promise, including itself.
  let sizes: [Int]
  private let children: [Int]
  private let firstChild: [Int]

  init(_ trace: Trace) {
    let parents = trace.entries.map { $0.parent.flatMap(trace.index) ?? -1 }
    var firstChild = Array(repeating: 0, count: parents.count + 1)
    for parent in parents where parent >= 0 { firstChild[parent + 1] += 1 }
    for position in parents.indices { firstChild[position + 1] += firstChild[position] }
    var nextIndex = firstChild
    var children = Array(repeating: 0, count: firstChild.last ?? 0)
    for (child, parent) in parents.enumerated() where parent >= 0 {
      children[nextIndex[parent]] = child
      nextIndex[parent] += 1
    }
    self.parents = parents
    self.children = children
    self.firstChild = firstChild
    roots = parents.indices.filter { parents[$0] < 0 }
    sizes = Forest.sizes(
      parents,
      childCounts: parents.indices.map { firstChild[$0 + 1] - firstChild[$0] }
    )
  }

  /// Returns the promises derived from a promise, in order.
  func children(of position: Int) -> ArraySlice<Int> {
    children[firstChild[position]..<firstChild[position + 1]]
  }

  /// Counts from the leaves upward, since a child may have a lower number than its parent.
  private static func sizes(_ parents: [Int], childCounts: [Int]) -> [Int] {
    var sizes = Array(repeating: 1, count: parents.count)
    var uncounted = childCounts
    for leaf in parents.indices where childCounts[leaf] == 0 {
      var position = leaf
      while parents[position] >= 0 {
        let parent = parents[position]
        sizes[parent] += sizes[position]
        uncounted[parent] -= 1
        if uncounted[parent] > 0 { break }
        position = parent
      }
    }
    return sizes
  }
}
