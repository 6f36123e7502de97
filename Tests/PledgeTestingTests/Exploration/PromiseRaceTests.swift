import Pledge
import PledgeTestSupport
import Testing

@testable import PledgeTesting

/// A late answer to an earlier search replaces the answer to the latest one.
struct PromiseRaceTests {
  private final class SearchModel: Sendable {
    let results = Locked("")
    private let bag = DiscardBag()
    private let world: Exploration.World
    private let discardsPrevious: Bool

    init(_ world: Exploration.World, discardsPrevious: Bool) {
      self.world = world
      self.discardsPrevious = discardsPrevious
    }

    func search(_ text: String) {
      if discardsPrevious { bag.discardAll() }
      world.pending(String.self, .value("\(text)…"), label: text)
        .observe(on: world.context("main")) { [results] result in
          if let answer = try? result.get() { results.value = answer }
        }
        .discarded(by: bag)
    }
  }

  private static func search(_ world: Exploration.World, isRepaired: Bool = false) {
    let model = SearchModel(world, discardsPrevious: isRepaired)
    for text in ["a", "ab"] { model.search(text) }
    world.run()
    world.expect(model.results.value == "ab…", "the results are \(model.results.value)")
  }

  @Test func `a race is found, shortened as far as possible, and replayed`() throws {
    try explore(within: .orderings(1)) { Self.search($0) }
    let found = try #require(throws: ExplorationError.self) { try explore { Self.search($0) } }
    #expect(found.tried > 1)
    #expect(found.steps.count == fewestFailingSteps { Self.search($0) })
    let replayed = try #require(throws: ExplorationError.self) {
      try explore(replaying: found.replay) { Self.search($0) }
    }
    #expect(replayed.problems == found.problems)
    #expect(replayed.steps == found.steps)
    #expect(try explore { Self.search($0, isRepaired: true) }.isComplete)
  }

  /// Returns the number of steps of the shortest ordering that fails, of all orderings.
  private func fewestFailingSteps(_ body: @escaping Explorer.Body) -> Int? {
    let watch = Watch()
    return watch.watch {
      let explorer = Explorer(watch: watch, body: body)
      var (search, fewest) = (Search(.exhaustive), Int?.none)
      while let guide = search.nextGuide() {
        let ordering = explorer.ordering(guide)
        search.note(ordering.guide.choices)
        if !ordering.problems.isEmpty { fewest = min(ordering.steps, fewest ?? .max) }
      }
      return fewest
    }
  }

  /// Tries up to four searches.
  ///
  /// Each of *n* searches has an answer and a job, and all jobs are on one context, in the order of
  /// the answers. For each of the *n*! orders of the answers, the answers and the jobs are merged
  /// so that at each point there are at least as many answers as jobs: as many ways as there are
  /// balanced sequences of *n* pairs of parentheses, the Catalan numbers 1, 2, 5, 14. So there are
  /// 1 × 1, 2 × 2, 6 × 5, and 24 × 14 orderings.
  @Test(arguments: [(1, 1), (2, 4), (3, 30), (4, 336)])
  func `the number of orderings is the one derived by hand`(searches: Int, count: Int) throws {
    let report = try explore(by: .exhaustive) { world in
      let model = SearchModel(world, discardsPrevious: false)
      for number in 1...searches { model.search("\(number)") }
      world.run()
    }
    #expect(report.isComplete)
    #expect(report.tried == count)
    #expect(report.estimatedOrderings == Double(count))
  }
}
