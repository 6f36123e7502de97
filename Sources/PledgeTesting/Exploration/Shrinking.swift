/// The search for the shortest ordering that fails, starting from one that does.
///
/// An ordering is simpler if it has fewer steps; then, if fewer of its choices differ from the first
/// event; then, if its choices are smaller. Each round tries to end the choices early, to leave one
/// out, to exchange neighbors, and to lower one, until no attempt is simpler.
struct Shrinking {
  /// The simplest ordering so far.
  struct Best: Equatable {
    let choices: [Int]
    let steps: Int

    func isSimpler(than other: Best) -> Bool {
      let (own, others) = (measure, other.measure)
      return own == others ? choices.lexicographicallyPrecedes(other.choices) : own < others
    }

    private var measure: (Int, Int) { (steps, choices.count { $0 != 0 }) }
  }

  private(set) var best: Best
  private var attempts: [[Int]] = []
  private var index = 0
  private var remaining: Int

  /// Begins with an ordering that fails.
  ///
  /// - Parameters:
  ///   - failing: The ordering.
  ///   - limit: The maximum number of attempts.
  init(_ failing: Best, limit: Int = 2_000) {
    best = failing
    remaining = limit
    attempts = Shrinking.attempts(below: failing.choices)
  }

  /// Returns the choices to try next; `nil` if none is left that could be simpler.
  mutating func nextAttempt() -> [Int]? {
    guard index < attempts.count, remaining > 0 else { return nil }
    remaining -= 1
    index += 1
    return attempts[index - 1]
  }

  /// Notes that an attempt fails: with these choices, which may differ from those attempted.
  mutating func noteFailure(_ attempt: Best) {
    guard attempt.isSimpler(than: best) else { return }
    best = attempt
    attempts = Shrinking.attempts(below: attempt.choices)
    index = 0
  }

  private static func attempts(below choices: [Int]) -> [[Int]] {
    let positions = choices.indices
    let ends = positions.map { Array(choices[..<$0]) }
    let omissions = positions.map { Array(choices[..<$0] + choices[($0 + 1)...]) }
    let exchanges = positions.dropLast().map { position in
      var attempt = choices
      attempt.swapAt(position, position + 1)
      return attempt
    }
    let lowered = positions.flatMap { position in
      (0..<choices[position]).map { value in
        var attempt = choices
        attempt[position] = value
        return attempt
      }
    }
    var seen: Set = [choices]
    return (ends + lowered + omissions + exchanges).filter { seen.insert($0).inserted }
  }
}
