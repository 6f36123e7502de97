internal import CPledgeTesting

/// Takes the choices of one ordering, and records them.
struct Guide {
  /// The rule by which a choice is taken that is not given.
  enum Rule {
    case first
    case random(SplitMix64)
    case priorities(Priorities)
  }

  private let given: [Int]
  private var rule: Rule
  private(set) var choices: [Choice] = []
  /// The facts that matter to the sleep sets, by the numbers of the choices.
  private(set) var reductions: [Int: SleepSet.Reduction] = [:]
  private var asleep: SleepSet
  /// The number of the choice of the event that happens; `nil` if there was none.
  private var current: Int?

  /// Creates a guide with the first choices, and the rule for all later ones.
  ///
  /// An index that is too high stands for the last event. In place of the first choices, other
  /// orderings have tried the events that are asleep.
  init(_ given: [Int], then rule: Rule = .first, asleep: SleepSet = SleepSet()) {
    self.given = given
    self.rule = rule
    self.asleep = asleep
  }

  /// Whether a given choice named an event that does not exist, or was not taken.
  var hasStrayed: Bool {
    given.count > choices.count || zip(given, choices).contains { $0 >= $1.count }
  }

  /// Returns the index of the event that comes next; there is at least one.
  ///
  /// Where a task can be interrupted, the first event is that it goes on.
  mutating func choose(among events: [Agenda.Event], isInterruption: Bool = false) -> Int {
    current = nil
    guard events.count > 1 else { return 0 }
    let skipped = asleep.indices(among: events)
    // An ordering that only repeats others ends as it comes.
    if skipped.count == events.count { return 0 }
    let taken =
      choices.count < given.count
      ? min(given[choices.count], events.count - 1)
      : take(among: events, without: skipped, isInterruption)
    if !skipped.isEmpty { reductions[choices.count, default: .init()].skipped = skipped }
    current = choices.count
    choices.append(
      Choice(taken: taken, count: events.count, isInterruption: isInterruption)
    )
    pledge_record_choice(UInt32(taken))
    asleep.advance(to: choices.count)
    return taken
  }

  /// Notes that the event chosen last has happened, and whether it shared nothing with the others.
  mutating func note(_ event: Agenda.Event, isIndependent: Bool) {
    asleep.wake(after: isIndependent)
    let entry = SleepSet.Entry(event: event, isIndependent: isIndependent)
    if let current { reductions[current, default: .init()].entry = entry }
  }

  private mutating func take(
    among events: [Agenda.Event],
    without skipped: [Int],
    _ isInterruption: Bool
  ) -> Int {
    switch rule {
    case .first:
      return events.indices.first { !skipped.contains($0) } ?? 0
    case .random(var generator):
      defer { rule = .random(generator) }
      if isInterruption {
        let goesOn = Double.random(in: 0..<1, using: &generator) < Choice.continuation
        return goesOn ? 0 : Int.random(in: 1..<events.count, using: &generator)
      }
      return Int.random(in: events.indices, using: &generator)
    case .priorities(var priorities):
      defer { rule = .priorities(priorities) }
      return priorities.choose(among: events)
    }
  }
}

/// Probabilistic concurrency testing: each source of events has a random priority, the event of the
/// highest one comes next, and at a few random choices that source drops below those that have not.
///
/// An ordering that fails because of *d* constraints on the order of its events is found with a
/// probability of at least 1/(*nk*^(*d* - 1)), for *n* sources and *k* choices (Burckhardt et al.,
/// "A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs").
struct Priorities {
  private var generator: SplitMix64
  private var priorities: [Agenda.Source: Int] = [:]
  /// The numbers of the choices at which the priorities change.
  let changes: [Int]
  private var number = 0

  /// The depth that greater ones count as.
  static let greatestDepth = 1_000

  /// Creates priorities that change `depth - 1` times within the expected number of choices.
  init(_ generator: SplitMix64, depth: Int, length: Int) {
    var generator = generator
    let length = max(length, 1)
    changes = (1..<min(max(depth, 1), Priorities.greatestDepth)).map { _ in
      Int.random(in: 0..<length, using: &generator)
    }
    self.generator = generator
  }

  mutating func choose(among events: [Agenda.Event]) -> Int {
    for event in events where priorities[event.source] == nil {
      priorities[event.source] = Int.random(in: 1...Int.max, using: &generator)
    }
    // The priority depends on the change, not on its place among the others.
    for change in changes.indices where changes[change] == number {
      priorities[first(of: events)] = -1 - change
    }
    number += 1
    let source = first(of: events)
    let candidates = events.indices.filter { events[$0].source == source }
    return candidates[Int.random(in: candidates.indices, using: &generator)]
  }

  /// The source with the highest priority.
  private func first(of events: [Agenda.Event]) -> Agenda.Source {
    let sources = events.map(\.source)
    return sources.max { priorities[$0, default: 0] < priorities[$1, default: 0] } ?? .end
  }
}

/// A pseudorandom number generator with a reproducible sequence (Steele, Lea, and Flood).
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
