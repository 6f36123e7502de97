internal import Pledge

/// Who was derived from whom in a trace, by the positions of the promises in it.
struct Forest {
  /// The position of the promise each was derived from; -1 where that is none, or not in the trace.
  let parents: [Int]
  /// Those without one, in their order.
  let roots: [Int]
  /// How many there are below each, and itself.
  let sizes: [Int]
  private let children: [Int]
  private let firstChild: [Int]

  init(_ trace: Trace) {
    let parents = trace.entries.map { $0.parent.flatMap(trace.index) ?? -1 }
    var firstChild = Array(repeating: 0, count: parents.count + 1)
    for parent in parents where parent >= 0 { firstChild[parent + 1] += 1 }
    for position in parents.indices { firstChild[position + 1] += firstChild[position] }
    var vacant = firstChild
    var children = Array(repeating: 0, count: firstChild.last ?? 0)
    for (child, parent) in parents.enumerated() where parent >= 0 {
      children[vacant[parent]] = child
      vacant[parent] += 1
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

  /// Those that were derived from a promise, in their order.
  func children(of position: Int) -> ArraySlice<Int> {
    children[firstChild[position]..<firstChild[position + 1]]
  }

  /// Counts from the leaves upwards, since a child need not have a higher number than its parent.
  private static func sizes(_ parents: [Int], childCounts: [Int]) -> [Int] {
    var sizes = Array(repeating: 1, count: parents.count)
    var missing = childCounts
    for leaf in parents.indices where childCounts[leaf] == 0 {
      var position = leaf
      while parents[position] >= 0 {
        let parent = parents[position]
        sizes[parent] += sizes[position]
        missing[parent] -= 1
        if missing[parent] > 0 { break }
        position = parent
      }
    }
    return sizes
  }
}
