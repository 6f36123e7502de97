import Pledge
import PledgeTestSupport
import Testing

@testable import PledgeTesting

struct SearchTests {
  /// The choices after each choice; a leaf is the end of an ordering.
  private indirect enum Tree: Sendable {
    case node([Tree])

    /// The indices that lead to the leaves, in lexicographic order.
    var leaves: [[Int]] {
      guard case .node(let children) = self, !children.isEmpty else { return [[]] }
      return children.enumerated().flatMap { index, child in child.leaves.map { [index] + $0 } }
    }

    /// All trees of a depth whose inner nodes have two or three children.
    static func all(depth: Int) -> [Tree] {
      guard depth > 0 else { return [.node([])] }
      let smaller = all(depth: depth - 1)
      let pairs = smaller.flatMap { first in smaller.map { [first, $0] } }
      let triples = pairs.flatMap { pair in smaller.map { pair + [$0] } }
      return [.node([])] + (pairs + triples).map { .node($0) }
    }

    /// Takes the choices of `guide` from the root to a leaf.
    ///
    /// With points, a node with three children stands for one within a part.
    func walk(_ guide: inout Guide, hasPoints: Bool = false) {
      guard case .node(let children) = self, !children.isEmpty else { return }
      let events = children.indices.map { Agenda.Event.job($0) }
      let isInterruption = hasPoints && children.count == 3
      let taken = guide.choose(among: events, isInterruption: isInterruption)
      children[taken].walk(&guide, hasPoints: hasPoints)
    }
  }

  @Test func `an exhaustive search visits each leaf once, with few interruptions first`() {
    for tree in Tree.all(depth: 2) {
      var (search, leaves, probability) = (Search(.exhaustive), [[Int]](), 0.0)
      var interruptions = 0
      while var guide = search.nextGuide() {
        tree.walk(&guide, hasPoints: true)
        search.note(guide.choices)
        leaves.append(guide.choices.map(\.taken))
        let count = guide.choices.count { $0.isInterruption && $0.taken > 0 }
        #expect(count >= interruptions)
        interruptions = count
        probability += guide.choices.probability
      }
      #expect(leaves.sorted { $0.lexicographicallyPrecedes($1) } == tree.leaves)
      #expect(search.isComplete)
      #expect(!search.hasDiverged)
      #expect(search.orderings == Double(leaves.count))
      #expect(abs(probability - 1) < 1e-9)
    }
  }

  @Test func `the text of an ordering leads to the same leaf`() throws {
    for tree in Tree.all(depth: 2) {
      for leaf in tree.leaves {
        var guide = Guide(leaf)
        tree.walk(&guide)
        let replay = try #require(Replay(Replay(choices: guide.choices.taken).text))
        var replayed = Guide(replay.choices)
        tree.walk(&replayed)
        #expect(replayed.choices == guide.choices)
        #expect(!replayed.hasStrayed)
      }
    }
  }

  @Test func `random orderings estimate the number of orderings`() {
    let tree = Tree.all(depth: 2)[36]
    var search = Search(.random(seed: 1))
    while search.tried < tree.leaves.count - 1, var guide = search.nextGuide() {
      tree.walk(&guide)
      search.note(guide.choices)
    }
    #expect(!search.isComplete)
    // All leaves of this tree have the same depth and probability, so the estimate is exact.
    #expect(abs((search.orderings ?? 0) - Double(tree.leaves.count)) < 1e-6)
  }

  @Test(arguments: [Exploration.Strategy.random(seed: 1), .priorities(seed: 1)])
  func `random orderings are complete once each was tried`(strategy: Exploration.Strategy) {
    for tree in Tree.all(depth: 2) {
      var (search, leaves) = (Search(strategy), Set<[Int]>())
      while search.tried < 10_000, var guide = search.nextGuide() {
        #expect(leaves.count < tree.leaves.count)
        tree.walk(&guide)
        search.note(guide.choices)
        leaves.insert(guide.choices.map(\.taken))
        #expect(search.distinct == leaves.count)
      }
      #expect(leaves.count == tree.leaves.count)
      #expect(search.isComplete)
      #expect(search.orderings == Double(leaves.count))
    }
  }

  @Test(arguments: [0, 2, 100])
  func `a mixed search is complete once each ordering was tried`(head: Int) {
    for tree in Tree.all(depth: 2) {
      var (search, leaves) = (Search(.mixed(), head: head), Set<[Int]>())
      while var guide = search.nextGuide() {
        tree.walk(&guide, hasPoints: true)
        search.note(guide.choices)
        leaves.insert(guide.choices.map(\.taken))
        #expect(search.distinct == leaves.count)
      }
      #expect(leaves.count == tree.leaves.count)
      #expect(search.isComplete)
      #expect(search.tried <= max(head, 3 * leaves.count))
    }
  }

  @Test func `a mixed search mixes at once if the whole exceeds its budget`() {
    let tree = Tree.all(depth: 2)[36]
    func firstBranches(within budget: Int) -> Set<Int> {
      var search = Search(.mixed())
      search.budget = budget
      return Set(
        (0..<3).compactMap { _ in
          guard var guide = search.nextGuide() else { return nil }
          tree.walk(&guide)
          search.note(guide.choices)
          return guide.choices.first?.taken
        }
      )
    }
    #expect(firstBranches(within: tree.leaves.count) == [0])
    #expect(firstBranches(within: tree.leaves.count - 1) != [0])
  }

  @Test(arguments: [Exploration.Strategy.random(seed: 1), .priorities(seed: 1)])
  func `no ordering depends on those before it`(strategy: Exploration.Strategy) {
    let choices = [1, 200].map { length in
      var search = Search(strategy)
      search.note(Array(repeating: Choice(taken: 0, count: 4), count: length))
      return GuideTests.choices(&search)
    }
    #expect(choices[0] == choices[1])
  }

  @Test func `an improbable ordering that is missing is not overlooked`() {
    // Each choice ends the ordering, or leads to the next one.
    var search = Search(.random(seed: 1))
    for length in 1...60 {
      let further = Array(repeating: Choice(taken: 1, count: 2), count: length - 1)
      search.note(further + [Choice(taken: 0, count: 2)])
      #expect(!search.isComplete)
    }
  }

  @Test(arguments: [Exploration.Strategy.exhaustive, .random(seed: 1)])
  func `too many orderings have no estimate`(strategy: Exploration.Strategy) {
    var search = Search(strategy)
    search.note(Array(repeating: Choice(taken: 0, count: 2), count: 2_000))
    #expect(search.orderings == nil)
  }
}

struct GuideTests {
  private static let events: [Agenda.Event] = [.job(0), .job(1), .outcome(of: 7, 0), .timer(3)]

  @Test func `the same seed takes the same choices`() {
    for strategy in [Exploration.Strategy.random(seed: 4), .priorities(seed: 4), .mixed()] {
      #expect(GuideTests.choices(strategy) == GuideTests.choices(strategy))
    }
    let seeds = (0..<20).map { GuideTests.choices(.random(seed: $0)) }
    #expect(Set(seeds).count > 15)
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
    var search = Search(strategy)
    return choices(&search)
  }

  fileprivate static func choices(_ search: inout Search) -> [Int] {
    guard var guide = search.nextGuide() else { return [] }
    return (0..<20).map { _ in guide.choose(among: events) }
  }
}

struct ReductionTests {
  /// A job: its context, and whether it starts another one on the context named "main".
  private struct Job {
    let context: Int
    let startsAnother: Bool
  }

  /// The orders of the jobs that share a log: all but those of the last context that start nothing.
  private func orders(of jobs: [Job], isIndependent: Bool) throws -> (Set<[Int]>, count: Double) {
    let orders = Log<[Int]>()
    let report = try explore(within: .orderings(.max)) { world in
      let log = Log<Int>()
      for (number, job) in jobs.enumerated() {
        let isLast = job.context == 2
        let context = world.context("\(job.context)", isIndependent: isLast && isIndependent)
        context.run {
          if !isLast { log.add(number) }
          if job.startsAnother { world.context("main").run { log.add(100 + number) } }
        }
      }
      world.run()
      orders.add(log.entries)
    }
    return (Set(orders.entries), report.estimatedOrderings ?? 0)
  }

  @Test(arguments: 0..<12)
  func `contexts that share nothing change no result, and save orderings`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let jobs = (1...5).map { _ in
      Job(
        context: Int.random(in: 0...2, using: &generator),
        startsAnother: Int.random(in: 0...3, using: &generator) == 0
      )
    }
    let (all, count) = try orders(of: jobs, isIndependent: false)
    let (reduced, reducedCount) = try orders(of: jobs, isIndependent: true)
    #expect(reduced == all)
    #expect(reducedCount <= count)
  }

  @Test func `two lanes of ten jobs that share nothing need one ordering`() throws {
    let report = try explore { world in
      for name in ["left", "right"] {
        for _ in 1...10 { world.context(name, isIndependent: true).run {} }
      }
      world.run()
    }
    // The first one shows that there are such lanes.
    #expect(report.isComplete)
    #expect(report.tried == 2)
  }

  @Test func `a failure is found, and replayed without the reduction`() throws {
    let body: (Exploration.World) throws -> Void = { world in
      let log = Log<String>()
      for _ in 1...3 { world.context("quiet", isIndependent: true).run {} }
      for name in ["a", "b"] { world.context(name).run { log.add(name) } }
      world.run()
      world.expect(log.entries == ["a", "b"])
    }
    let found = #expect(throws: ExplorationError.self) { try explore(body) }
    let replayed = #expect(throws: ExplorationError.self) {
      try explore(replaying: found?.replay ?? "", body)
    }
    #expect(replayed?.steps == found?.steps)
  }
}
