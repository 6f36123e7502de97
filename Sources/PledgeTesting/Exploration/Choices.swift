/// A decision between several events that could have come next.
struct Choice: Hashable {
  /// The index of the event that came next.
  let taken: Int
  /// The number of events, at least two.
  let count: Int
}

extension [Choice] {
  /// The first choices of the ordering that follows this one in depth-first order; `nil` after the
  /// last one.
  var successor: [Int]? {
    guard let last = lastIndex(where: { $0.taken + 1 < $0.count }) else { return nil }
    return self[..<last].map(\.taken) + [self[last].taken + 1]
  }

  /// The probability that a random walk takes these choices.
  ///
  /// The sum over all orderings is one, so the average of the reciprocal over random walks
  /// estimates the number of orderings (Knuth).
  var probability: Double { reduce(1) { $0 / Double($1.count) } }

  /// The indices of the events, without trailing zeros.
  var taken: [Int] {
    guard let last = lastIndex(where: { $0.taken != 0 }) else { return [] }
    return self[...last].map(\.taken)
  }
}
