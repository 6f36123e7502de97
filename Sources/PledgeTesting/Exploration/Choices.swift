/// A decision between several events that could have come next.
struct Choice: Hashable {
  /// The index of the event that came next.
  var taken: Int
  /// The number of events, at least two.
  let count: Int
  /// Whether any but the first event interrupts a task.
  var isInterruption = false

  /// The share of the choices in which a random walk goes on with the same task, if it can: most
  /// races need few interruptions, and among many, what is to be late would rarely be.
  static let continuation = 15.0 / 16

  /// The probability that a random walk takes the event.
  var probability: Double {
    guard isInterruption else { return 1 / Double(count) }
    return taken == 0 ? Choice.continuation : (1 - Choice.continuation) / Double(count - 1)
  }
}

extension [Choice] {
  /// The probability that a random walk takes these choices.
  ///
  /// The sum over all orderings is one, so the average of the reciprocal over random walks
  /// estimates the number of orderings (Knuth).
  var probability: Double { reduce(1) { $0 * $1.probability } }

  /// Returns the first choices of an ordering that differs first at a choice, where a later event
  /// comes next; `nil` after the last one.
  func successor(at index: Int, after used: Int = 0) -> [Int]? {
    let next = self[index].taken + used + 1
    return next < self[index].count ? self[..<index].map(\.taken) + [next] : nil
  }

  /// The indices of the events, without trailing zeros.
  var taken: [Int] {
    guard let last = lastIndex(where: { $0.taken != 0 }) else { return [] }
    return self[...last].map(\.taken)
  }
}
