/// The layout of a chain as a tree.
///
/// Derived promises follow below their parent. A chain of single stages stays in its column;
/// branches are indented. Beyond a certain depth, the largest branch stays in the column, after the
/// others. This keeps lines short in a chain of any shape, since each further step to the right at
/// least halves the number of remaining promises.
struct TreeLayout {
  /// A line of the drawing.
  struct Line {
    /// The position of the promise.
    let position: Int
    /// The characters drawn before the promise.
    let stem: String
  }

  private struct Pending {
    let position: Int
    let stem: String
    /// The characters drawn before its descendants.
    let column: String
    let depth: Int
  }

  private let forest: Forest
  /// The depth up to which all branches are indented.
  private let indentedDepth = 16

  init(_ forest: Forest) {
    self.forest = forest
  }

  /// Returns the lines of the tree below a root.
  func lines(below root: Int) -> [Line] {
    var lines: [Line] = []
    var pending = [Pending(position: root, stem: "", column: "", depth: 0)]
    while let next = pending.popLast() {
      lines.append(Line(position: next.position, stem: next.stem))
      pending += branches(of: next).reversed()
    }
    return lines
  }

  private func branches(of above: Pending) -> [Pending] {
    let children = forest.children(of: above.position)
    if children.count == 1 { return children.map { straight($0, above) } }
    if above.depth < indentedDepth {
      return children.map { branch($0, above, isLast: $0 == children.last) }
    }
    guard let largest = children.max(by: { forest.sizes[$0] < forest.sizes[$1] }) else { return [] }
    let others = children.filter { $0 != largest }.map { branch($0, above, isLast: false) }
    return others + [straight(largest, above)]
  }

  private func straight(_ child: Int, _ above: Pending) -> Pending {
    Pending(position: child, stem: above.column, column: above.column, depth: above.depth)
  }

  private func branch(_ child: Int, _ above: Pending, isLast: Bool) -> Pending {
    Pending(
      position: child,
      stem: above.column + (isLast ? "└─ " : "├─ "),
      column: above.column + (isLast ? "   " : "│  "),
      depth: above.depth + 1
    )
  }
}
