/// The orderings that an exhaustive search has not tried, those with few interruptions first: all
/// without any, then all with one, and so on (Musuvathi and Qadeer, "Iterative Context Bounding for
/// Systematic Testing of Multithreaded Programs").
///
/// Within a number of interruptions, the search is depth first.
struct Frontier {
  /// An ordering that was tried.
  private struct Branch {
    let choices: [Choice]
    /// The index from which others can differ from it first.
    var start: Int
    /// The number of events that have been tried there in place of its own.
    var used = 0

    /// Returns the first choices of an ordering with one interruption more; `nil` after the last.
    mutating func next() -> [Int]? {
      while start < choices.count {
        if choices[start].isInterruption, let next = choices.successor(at: start, after: used) {
          used += 1
          return next
        }
        (start, used) = (start + 1, 0)
      }
      return nil
    }
  }

  /// The first choices of the next ordering; `nil` if none is left.
  private(set) var next: [Int]? = []
  /// The numbers of events at these choices.
  private(set) var counts: [Int] = []
  /// The number of interruptions of the orderings that are tried now.
  private(set) var interruptions = 0
  /// Whether orderings with more interruptions remain, or these are tried.
  var hasInterruptions: Bool { interruptions > 0 || !later.isEmpty }
  /// The index from which orderings of this search in depth differ.
  private var start = 0
  /// Those that have one interruption less, and those from which orderings with another one begin.
  private var branches: [Branch] = []
  private var later: [Branch] = []

  /// Notes the choices of the ordering that was tried.
  mutating func note(_ choices: [Choice]) {
    let given = next?.count ?? 0
    if choices.dropFirst(given).contains(where: \.isInterruption) {
      later.append(Branch(choices: choices, start: given))
    }
    next = nil
    for index in choices.indices.reversed() where index >= start && !choices[index].isInterruption {
      next = choices.successor(at: index)
      if next != nil { break }
    }
    counts = choices.prefix(next?.count ?? 0).map(\.count)
    if next == nil { interrupt() }
  }

  /// Begins with the next ordering that has one interruption more.
  private mutating func interrupt() {
    repeat {
      while var branch = branches.popLast() {
        guard let first = branch.next() else { continue }
        next = first
        (start, counts) = (first.count, branch.choices.prefix(first.count).map(\.count))
        return branches.append(branch)
      }
      (branches, later) = (later.reversed(), [])
      interruptions += 1
    } while !branches.isEmpty
  }
}
