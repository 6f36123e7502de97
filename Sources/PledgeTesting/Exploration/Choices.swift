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

  /// The choices as text, without trailing zeros except for the first: the first event comes next
  /// where text is missing.
  var replay: String { taken.isEmpty ? "0" : taken.map(String.init).joined(separator: ".") }

  /// The indices of the events, without trailing zeros.
  var taken: [Int] {
    guard let last = lastIndex(where: { $0.taken != 0 }) else { return [] }
    return self[...last].map(\.taken)
  }
}

/// Returns the choices that `replay` stands for, or `nil` if it is malformed.
func choices(from replay: String) -> [Int]? {
  let parts = replay.split(separator: ".", omittingEmptySubsequences: false)
  let choices = parts.compactMap { part in Int(part).flatMap { $0 >= 0 ? $0 : nil } }
  return ["", "0"].contains(replay) ? [] : choices.count == parts.count ? choices : nil
}
