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
  /// The kinds of state that tasks share, for a reduced search, which notes steps; or `nil`.
  let sharing: Exploration.Sharing?
  private(set) var steps: [Reduction.Step] = []
  /// The sources that need not come after the given choices.
  private var asleep: [Reduction.Sleeper]
  /// Whether the ordering only repeats others, and ends as it comes.
  private(set) var isRedundant = false

  /// Creates a guide with the first choices, and the rule for all later ones.
  ///
  /// An index that is too high stands for the last event. In place of the first choices, other
  /// orderings have tried the events that are asleep.
  init(
    _ given: [Int],
    then rule: Rule = .first,
    asleep: [Reduction.Sleeper] = [],
    sharing: Exploration.Sharing? = nil
  ) {
    (self.given, self.rule) = (given, rule)
    (self.asleep, self.sharing) = (asleep, sharing)
  }

  /// Whether a given choice named an event that does not exist, or was not taken.
  var hasStrayed: Bool {
    given.count > choices.count || zip(given, choices).contains { $0 >= $1.count }
  }

  /// Whether a choice asks for the sources of its events.
  var needsSources: Bool { sharing != nil && !isRedundant }

  /// Returns the index of the event that comes next; there is at least one.
  ///
  /// A reduced search knows the events by `sources`, and the objects used before by `known`.
  /// Where a task can be interrupted, the first event is that it goes on. After the given choices,
  /// one that is preferred comes before those of the rule.
  mutating func choose(
    among events: [Agenda.Event],
    from sources: [Footprint.Object] = [],
    after known: Footprint.Object = 0,
    isInterruption: Bool = false,
    preferring preferred: Int? = nil
  ) -> Int {
    let isGiven = choices.count < given.count
    let asleep = isGiven ? [] : asleep
    let first = sources.firstIndex { source in !asleep.contains { $0.source == source } }
    if !sources.isEmpty, first == nil { isRedundant = true }
    var taken = isRedundant ? 0 : first ?? 0
    if events.count > 1 {
      if isGiven {
        taken = min(given[choices.count], events.count - 1)
      } else if sharing == nil {
        taken = preferred ?? take(among: events, isInterruption)
      }
      choices.append(Choice(taken: taken, count: events.count, isInterruption: isInterruption))
      pledge_record_choice(UInt32(taken))
    }
    if needsSources {
      steps.append(.init(sources: sources, taken: taken, known: known, asleep: asleep))
    }
    return taken
  }

  /// Notes what the last step has touched.
  mutating func note(_ footprint: Footprint) {
    if isRedundant || steps.isEmpty { return }
    steps[steps.count - 1].footprint = footprint
    if choices.count >= given.count { asleep.removeAll { $0.wakes(after: footprint) } }
  }

  private mutating func take(among events: [Agenda.Event], _ isInterruption: Bool) -> Int {
    switch rule {
    case .first:
      return 0
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
