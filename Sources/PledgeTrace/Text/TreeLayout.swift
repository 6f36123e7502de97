/// Where each promise of a chain is drawn.
///
/// What was derived from a promise follows below it. A chain of single stages stays in its column;
/// branches are indented. Far in, the largest branch stays in the column, too, and the others come
/// before it: so lines are short in a chain of any shape, since each further step to the right at
/// least halves what is left.
struct TreeLayout {
  /// A line of the drawing.
  struct Line {
    /// The position of the promise.
    let position: Int
    /// What is drawn before it.
    let stem: String
  }

  private struct Pending {
    let position: Int
    let stem: String
    /// What is drawn before those below it.
    let column: String
    let depth: Int
  }

  private let family: Forest
  /// How many times branches are indented in any case.
  private let depthOfTrees = 16

  init(_ family: Forest) {
    self.family = family
  }

  /// The lines of the tree below a root.
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
    let children = family.children(of: above.position)
    if children.count == 1 { return children.map { straight($0, above) } }
    if above.depth < depthOfTrees {
      return children.map { branch($0, above, isLast: $0 == children.last) }
    }
    guard let largest = children.max(by: { family.sizes[$0] < family.sizes[$1] }) else { return [] }
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
