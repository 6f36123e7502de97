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
  private var change: Change
  /// Whether this round has found a simpler ordering.
  private var hasImproved = false
  private var remaining: Int

  /// Begins with an ordering that fails.
  ///
  /// - Parameters:
  ///   - failing: The ordering.
  ///   - limit: The maximum number of attempts.
  init(_ failing: Best, limit: Int = 2_000) {
    best = failing
    remaining = limit
    change = Change.first(of: failing.choices)
  }

  /// Returns the choices to try next; `nil` if none is left that could be simpler, or the limit is
  /// reached.
  mutating func nextAttempt() -> [Int]? {
    while let change = nextChange() {
      let attempt = change.applied(to: best.choices)
      guard attempt != best.choices else { continue }
      guard remaining > 0 else { return nil }
      remaining -= 1
      return attempt
    }
    isFinal = true
    return nil
  }

  /// Notes that an attempt fails: with these choices, which may differ from those attempted.
  mutating func noteFailure(_ attempt: Best) {
    guard attempt.isSimpler(than: best) else { return }
    best = attempt
    hasImproved = true
  }

  private mutating func nextChange() -> Change? {
    while !change.exists(in: best.choices) {
      if let next = change.kind.next(in: best.choices) {
        change = Change(kind: next)
      } else if hasImproved {
        hasImproved = false
        change = Change.first(of: best.choices)
        if best.choices.isEmpty { return nil }
      } else {
        return nil
      }
    }
    defer { change.advance(in: best.choices) }
    return change
  }
}

extension Shrinking {
  /// A change to the choices of an ordering.
  private struct Change {
    enum Kind {
      /// Takes the first event in place of this number of choices.
      case reset(Int)
      case end, lower
      /// Takes the event of the next choice in place of that of this one.
      case merge
      /// Exchanges the choice with the next one.
      case exchange
      /// Leaves out this number of choices.
      case omit(Int)

      /// The kind that follows in a round.
      func next(in choices: [Int]) -> Kind? {
        switch self {
        case .reset(1): .end
        case .reset(let count): .reset((count + 1) / 2)
        case .end: .lower
        case .lower: .merge
        case .merge: .exchange
        case .exchange: .omit(max(choices.count / 2, 1))
        case .omit(1): nil
        case .omit(let count): .omit((count + 1) / 2)
        }
      }
    }

    let kind: Kind
    private var position = 0
    /// The choice to lower to.
    private var choice = 1

    init(kind: Kind) {
      self.kind = kind
    }

    /// The change with which a round begins.
    static func first(of choices: [Int]) -> Change { Change(kind: .reset(max(choices.count, 1))) }

    func exists(in choices: [Int]) -> Bool {
      switch kind {
      case .merge, .exchange: position + 1 < choices.count
      case .reset, .end, .lower, .omit: position < choices.count
      }
    }

    mutating func advance(in choices: [Int]) {
      switch kind {
      case .reset(let count), .omit(let count): position += count
      case .lower where choice + 1 < choices[position]: choice += 1
      case .lower: (position, choice) = (position + 1, 1)
      case .end, .merge, .exchange: position += 1
      }
    }

    func applied(to choices: [Int]) -> [Int] {
      var changed = choices
      switch kind {
      case .reset(let count):
        let part = position..<min(position + count, choices.count)
        changed.replaceSubrange(part, with: repeatElement(0, count: part.count))
      case .omit(let count):
        changed.removeSubrange(position..<min(position + count, choices.count))
      // Without zeros at the end.
      case .end where choices[position] != 0: changed.removeSubrange(position...)
      case .end: break
      case .lower: changed[position] = min(choice, changed[position])
      case .merge:
        let (choice, next) = (choices[position], choices[position + 1])
        guard choice > 0, next > 0 else { return choices }
        // The event has a higher index as long as the other one has not happened.
        changed[position] = next < choice ? next : next + 1
        changed[position + 1] = 0
      case .exchange: changed.swapAt(position, position + 1)
      }
      return changed
    }
  }
}
