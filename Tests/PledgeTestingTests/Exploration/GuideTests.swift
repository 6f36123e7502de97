import Testing

@testable import PledgeTesting

struct GuideTests {
  private static let events: [Agenda.Event] = [.job(0), .job(1), .outcome(of: 7, 0), .timer(3)]

  @Test func `given choices come first, then the first event`() {
    var guide = Guide([2, 1])
    #expect(guide.choose(among: GuideTests.events) == 2)
    #expect(!guide.hasTakenGiven)
    #expect(guide.choose(among: GuideTests.events) == 1)
    #expect(guide.hasTakenGiven)
    #expect(guide.choose(among: GuideTests.events) == 0)
    #expect(guide.choices.map(\.taken) == [2, 1, 0])
    #expect(!guide.hasStrayed)
  }

  @Test func `a single event is no choice`() {
    var guide = Guide([1])
    #expect(guide.choose(among: [.job(0)]) == 0)
    #expect(guide.choices.isEmpty)
  }

  @Test func `an index that is too high stands for the last event`() {
    var guide = Guide([9])
    #expect(guide.choose(among: GuideTests.events) == 3)
    #expect(guide.hasStrayed)
  }

  @Test func `the same seed takes the same choices`() {
    for strategy in [Exploration.Strategy.random(seed: 4), .priorities(seed: 4)] {
      #expect(GuideTests.choices(strategy) == GuideTests.choices(strategy))
    }
    let seeds = (0..<20).map { GuideTests.choices(.random(seed: $0)) }
    #expect(Set(seeds).count > 15)
  }

  @Test func `without changes, the source with the highest priority always comes next`() {
    for seed in 0..<20 {
      let rule = Priorities(SplitMix64(seed: UInt64(seed)), depth: 1, length: 50)
      var guide = Guide([], then: .priorities(rule))
      let taken = Set((0..<50).map { _ in guide.choose(among: GuideTests.events) })
      #expect(taken.count == 1)
    }
  }

  @Test func `a change lets another source come next`() {
    for seed in 0..<20 {
      let rule = Priorities(SplitMix64(seed: UInt64(seed)), depth: 2, length: 10)
      var guide = Guide([], then: .priorities(rule))
      let taken = (0..<10).map { _ in guide.choose(among: GuideTests.events) }
      #expect(Set(taken).count <= 2)
    }
    let distinct = (UInt64(0)..<20).map { seed in
      let rule = Priorities(SplitMix64(seed: seed), depth: 2, length: 10)
      var guide = Guide([], then: .priorities(rule))
      return Set((0..<10).map { _ in guide.choose(among: GuideTests.events) }).count
    }
    #expect(distinct.contains(2))
  }

  @Test func `the priority after a change does not depend on its place`() {
    let events: [Agenda.Event] = [.job(0), .job(1)]
    for seed in 0..<100 {
      var rule = Priorities(SplitMix64(seed: UInt64(seed)), depth: 3, length: 10)
      let (first, second) = (rule.changes[0], rule.changes[1])
      guard first > 0, second > 0, first != second else { continue }
      let taken = (0..<10).map { _ in rule.choose(among: events) }
      // The second change gives the lowest priority, so the first one has no effect after it.
      let switches = zip(taken, taken.dropFirst()).count { $0 != $1 }
      #expect(switches == (first < second ? 2 : 1))
    }
  }

  @Test func `a depth has no limit, and a thousand changes are the most`() {
    for depth in [Int.min, 0, 1] {
      #expect(Priorities(SplitMix64(seed: 1), depth: depth, length: 9).changes.isEmpty)
    }
    #expect(Priorities(SplitMix64(seed: 1), depth: .max, length: .max).changes.count == 999)
  }

  /// The first twenty choices of the first ordering of a strategy.
  private static func choices(_ strategy: Exploration.Strategy) -> [Int] {
    guard var guide = Search(strategy).nextGuideForTesting else { return [] }
    return (0..<20).map { _ in guide.choose(among: events) }
  }
}

extension Search {
  fileprivate var nextGuideForTesting: Guide? {
    var search = self
    return search.nextGuide()
  }
}
