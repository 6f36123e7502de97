/// Decides which orderings are tried, and knows whether these were all.
struct Search {
  private let strategy: Exploration.Strategy
  /// The number of orderings that a mixed strategy tries in order before it mixes: a search that is
  /// smaller is exhausted first.
  private var head: Int
  /// The number of orderings that will be tried at most.
  var budget = Int.max
  /// The number of orderings tried.
  private(set) var tried = 0
  /// Whether all orderings have been tried, except for those that are left out.
  private(set) var isComplete = false
  /// Whether events were left out of an ordering.
  var hasOmitted = false
  /// Whether timers have waited for jobs.
  var hasHeldTimers = false
  /// Whether something happened that was not interrupted.
  var hasWholeParts = false
  /// Whether the same choices led to different events.
  private(set) var hasDiverged = false
  /// The kinds of state that tasks may share, if the exhaustive search is reduced.
  private(set) var sharing: Exploration.Sharing?
  private var frontier = Frontier()
  private var reduction = Reduction()
  private var restarts = 0
  /// The number of orderings of the exhaustive search, and the sum of their probabilities.
  private var listed = (count: 0, sum: 0.0)
  /// The share of the tree of choices that the exhaustive search has covered.
  private var covered = 0.0
  /// The number of random orderings, and the sum of their estimates.
  private var walks = (count: 0, sum: 0.0)
  private var samples = Samples()

  init(
    _ strategy: Exploration.Strategy,
    sharing: Exploration.Sharing = .everything,
    head: Int = 100
  ) {
    (self.strategy, self.head) = (strategy, head)
    if sharing != .everything { self.sharing = sharing }
  }

  /// Leaves out orderings that differ only in the position of jobs that share nothing.
  mutating func reduce() { if sharing == nil { sharing = .everything } }

  private var isExhausted: Bool { (sharing == nil ? frontier.next : reduction.next) == nil }

  /// The strategy of the next ordering, or while that is tried, of this one: a mixed one takes
  /// turns.
  private var turn: Exploration.Strategy.Kind {
    guard case .mixed(let seed) = strategy.kind else { return strategy.kind }
    if tried < head { return .exhaustive }
    return switch tried % 3 {
    case 0: .random(seed: seed)
    case 1: .priorities(seed: seed, depth: 2 + tried / 3 % 3)
    default: .exhaustive
    }
  }

  /// Whether the ordering that was tried last is to run again, and must have the same events:
  /// number 64, 128, 256, and so on.
  var isComparing: Bool { tried >= 64 && tried & (tried - 1) == 0 }

  /// The number of different orderings tried.
  var distinct: Int {
    if case .exhaustive = strategy.kind { return listed.count }
    return isExhausted ? listed.count : samples.count
  }

  /// The number of orderings: exact after a complete search, otherwise estimated; `nil` if unknown.
  var orderings: Double? {
    if isComplete { return Double(distinct) }
    let estimate: Double? =
      if walks.count > 0 {
        max(walks.sum / Double(walks.count), Double(distinct))
      } else if listed.count > 0, sharing == nil, !frontier.hasInterruptions {
        Double(listed.count) / listed.sum
      } else { nil }
    // The probability of a long ordering may be zero in this precision.
    return estimate.flatMap { $0.isFinite ? $0 : nil }
  }

  /// Returns the guide of the next ordering; `nil` if all have been tried.
  mutating func nextGuide() -> Guide? {
    guard !isComplete, !hasDiverged else { return nil }
    switch turn {
    case .exhaustive, .mixed:
      guard let sharing else { return frontier.next.map { Guide($0) } }
      return reduction.next.map { Guide($0, asleep: reduction.asleep, sharing: sharing) }
    case .random(let seed): return Guide([], then: .random(generator(seed)))
    case .priorities(let seed, let depth):
      var generator = generator(seed)
      // Not that of earlier orderings: they may depend on what has run before.
      let length = 1 << Int.random(in: 3...9, using: &generator)
      let rule = Priorities(generator, depth: depth, length: length)
      return Guide([], then: .priorities(rule))
    }
  }

  /// Notes the choices of the ordering that was tried.
  mutating func note(_ choices: [Choice], _ guide: Guide? = nil) {
    let turn = turn
    tried += 1
    let probability = choices.probability
    if strategy.seed != nil { isComplete = samples.add(choices, probability) }
    if case .random = turn { walks = (walks.count + 1, walks.sum + 1 / probability) }
    guard case .exhaustive = turn, !isComplete, guide?.sharing == sharing else { return }
    if guide?.isRedundant != true { listed = (listed.count + 1, listed.sum + probability) }
    if sharing == nil {
      covered += choices.reduce(1) { $0 / Double($1.count) }
      // If the whole does not fit into the budget, its beginning is no better than other orderings.
      if Double(listed.count) / covered > Double(budget) { head = 0 }
      hasDiverged = !choices.map(\.count).starts(with: frontier.counts)
      if !hasDiverged { frontier.note(choices) }
    } else if let guide {
      hasDiverged = !reduction.note(guide.steps)
    }
    isComplete = !hasDiverged && isExhausted
  }

  /// Begins anew, unless that has not helped: what is used for the first time in an ordering has
  /// points that later ones lack.
  mutating func restart() -> Bool {
    if restarts == 8 { return false }
    restarts += 1
    (hasDiverged, listed, covered) = (false, (0, 0), 0)
    (frontier, reduction) = (Frontier(), Reduction())
    (samples, walks) = (Samples(), (0, 0))
    return true
  }

  /// The number of interruptions up to which all orderings have been tried; `nil` if there is none.
  var bound: Int? {
    frontier.interruptions > 0 ? frontier.interruptions - 1 : nil
  }

  /// A generator for the next ordering alone, so that no ordering depends on the earlier ones.
  private func generator(_ seed: UInt64) -> SplitMix64 {
    var seeds = SplitMix64(seed: seed)
    return SplitMix64(seed: seeds.next() ^ UInt64(tried) &* 0xD134_2543_DE82_EF95)
  }
}

/// The different orderings of a strategy that may repeat some.
private struct Samples {
  /// Hash values, because the orderings themselves may be long and many.
  private var seen: Set<Int> = []
  private var sum = 0.0
  private var leastProbability = 1.0

  var count: Int { seen.count }

  /// Adds an ordering.
  ///
  /// The probabilities of all orderings add up to one. Where an event leads only to orderings that
  /// are missing, another event of the same choice leads to one that was seen, which is at most as
  /// probable as the missing ones. So nothing is missing if all that were seen are more probable
  /// than the rest, and the sum need not be exact.
  ///
  /// - Returns: Whether these are all.
  mutating func add(_ choices: [Choice], _ probability: Double) -> Bool {
    if seen.insert(choices.hashValue).inserted {
      sum += probability
      leastProbability = min(leastProbability, probability)
    }
    return leastProbability > 1e-9 && 1 - sum < 1e-10
  }
}
