/// The search for a short ordering that fails, starting from one that does.
///
/// An ordering is simpler if it has fewer steps; then, if fewer of its choices differ from the
/// first event; then, if its choices are smaller. Each round tries to end the choices early, to
/// leave one out, to exchange neighbors, and to lower one, until no attempt is simpler.
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
  /// The changes to the best ordering, which are carried out one at a time: an ordering may be
  /// long.
  private var changes: [Change] = []
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
    changes = Change.all(of: failing.choices)
  }

  /// Returns the choices to try next; `nil` if none is left that could be simpler.
  mutating func nextAttempt() -> [Int]? {
    while index < changes.count, remaining > 0 {
      let attempt = changes[index].applied(to: best.choices)
      index += 1
      guard attempt != best.choices else { continue }
      remaining -= 1
      return attempt
    }
    return nil
  }

  /// Notes that an attempt fails: with these choices, which may differ from those attempted.
  mutating func noteFailure(_ attempt: Best) {
    guard attempt.isSimpler(than: best) else { return }
    best = attempt
    changes = Change.all(of: attempt.choices)
    index = 0
  }
}

extension Shrinking {
  /// A change to the choices of an ordering.
  private enum Change {
    case end(Int)
    case lower(Int, to: Int)
    case omit(Int)
    /// Exchanges the choice with the next one.
    case exchange(Int)

    static func all(of choices: [Int]) -> [Change] {
      let positions = choices.indices
      let lowered = positions.flatMap { position in
        (0..<choices[position]).map { Change.lower(position, to: $0) }
      }
      return positions.map { .end($0) } + lowered + positions.map { .omit($0) }
        + positions.dropLast().map { .exchange($0) }
    }

    func applied(to choices: [Int]) -> [Int] {
      var changed = choices
      switch self {
      case .end(let position): changed.removeSubrange(position...)
      case .lower(let position, let choice): changed[position] = choice
      case .omit(let position): changed.remove(at: position)
      case .exchange(let position): changed.swapAt(position, position + 1)
      }
      return changed
    }
  }
}
