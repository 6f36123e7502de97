/// The search for a short ordering that fails, starting from one that does.
///
/// An ordering is simpler if it has fewer steps; then, if fewer of its choices differ from the
/// first event; then, if its choices are smaller. Each round takes the first event in place of
/// whole parts of the choices: all, halves, quarters, and so on (delta debugging, Zeller and
/// Hildebrandt). It then tries to end the choices early, to lower one, to replace two by one, to
/// exchange neighbors, and to leave out parts. A round continues from each simpler ordering that it
/// finds, where it is; the last one finds none.
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
  /// Whether no attempt is left that could be simpler.
  private(set) var isFinal = false
  /// The changes that this round tries from here on, the next one last.
  private var changes: [Change]
  private var position = 0
  /// The choice to lower to.
  private var choice = 1
  /// Whether this round has found a simpler ordering.
  private var hasImproved = false
  private var remaining: Int

  /// Begins with an ordering that fails, for `limit` attempts at most.
  init(_ failing: Best, limit: Int = 2_000) {
    best = failing
    remaining = limit
    changes = Change.round(of: failing.choices.count)
  }

  /// Returns the choices to try next; `nil` if none is left that could be simpler, or the limit is
  /// reached.
  mutating func nextAttempt() -> [Int]? {
    while let change = nextChange() {
      let attempt = apply(change)
      advance(after: change)
      guard attempt != best.choices else { continue }
      guard remaining > 0 else { return nil }
      remaining -= 1
      return attempt
    }
    isFinal = true
    return nil
  }

  /// Notes that an attempt fails with these choices; they may differ from those attempted.
  mutating func noteFailure(_ attempt: Best) {
    guard attempt.isSimpler(than: best) else { return }
    best = attempt
    hasImproved = true
  }
}

extension Shrinking {
  /// A change to the choices of an ordering, tried at each position.
  private enum Change {
    /// Takes the first event in place of this number of choices.
    case reset(Int)
    case end, lower
    /// Takes the next choice's event in place of this one's.
    case merge
    /// Exchanges the choice with the next one.
    case exchange
    /// Leaves out this number of choices.
    case omit(Int)

    /// The changes of a round, the first one last.
    static func round(of count: Int) -> [Change] {
      let first = halves(of: count).map(Change.reset) + [.end, .lower, .merge, .exchange]
      return (first + halves(of: count / 2).map(Change.omit)).reversed()
    }

    private static func halves(of count: Int) -> [Int] {
      count > 1 ? [count] + halves(of: (count + 1) / 2) : [1]
    }
  }

  /// The change that comes next, at ``position``; `nil` at the end of the last round.
  private mutating func nextChange() -> Change? {
    while !best.choices.isEmpty {
      guard let change = changes.last else {
        guard hasImproved else { return nil }
        (hasImproved, changes) = (false, Change.round(of: best.choices.count))
        continue
      }
      let last =
        switch change {
        case .merge, .exchange: position + 1
        case .reset, .end, .lower, .omit: position
        }
      if last < best.choices.count { return change }
      changes.removeLast()
      (position, choice) = (0, 1)
    }
    return nil
  }

  private mutating func advance(after change: Change) {
    switch change {
    case .reset(let count), .omit(let count): position += count
    case .lower where choice + 1 < best.choices[position]: choice += 1
    case .end, .lower, .merge, .exchange: (position, choice) = (position + 1, 1)
    }
  }

  private func apply(_ change: Change) -> [Int] {
    var changed = best.choices
    switch change {
    case .reset(let count):
      let part = position..<min(position + count, changed.count)
      changed.replaceSubrange(part, with: repeatElement(0, count: part.count))
    case .omit(let count):
      changed.removeSubrange(position..<min(position + count, changed.count))
    // Without zeros at the end.
    case .end where changed[position] != 0: changed.removeSubrange(position...)
    case .end: break
    case .lower: changed[position] = min(choice, changed[position])
    case .merge:
      let (choice, next) = (changed[position], changed[position + 1])
      guard choice > 0, next > 0 else { return changed }
      // The event has a higher index as long as the other one has not happened.
      changed[position] = next < choice ? next : next + 1
      changed[position + 1] = 0
    case .exchange: changed.swapAt(position, position + 1)
    }
    return changed
  }
}
