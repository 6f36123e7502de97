import Pledge
import PledgeTestSupport
import PledgeTesting
import Testing

/// A late answer to an earlier search replaces the answer to the latest one.
struct StaleResultTests {
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

  @Test func `an exploration finds the race`() throws {
    try expectRace { world, isRepaired in
      let model = SearchModel(world, discardsPrevious: isRepaired)
      model.search("a")
      model.search("ab")
      world.run()
      world.expect(model.results.value == "ab…", "the results are \(model.results.value)")
    }
  }

  /// Tries up to four searches.
  ///
  /// Each of *n* searches has an answer and a job, and all jobs are on one context, in the order of
  /// the answers. For each of the *n*! orders of the answers, the answers and the jobs are merged so
  /// that at each point there are at least as many answers as jobs: as many ways as there are
  /// balanced sequences of *n* pairs of parentheses, the Catalan numbers 1, 2, 5, 14. So there are
  /// 1 × 1, 2 × 2, 6 × 5, and 24 × 14 orderings.
  @Test(arguments: [(1, 1), (2, 4), (3, 30), (4, 336)])
  func `the number of orderings is the one derived by hand`(searches: Int, count: Int) throws {
    let report = try explore { world in
      let model = SearchModel(world, discardsPrevious: false)
      for number in 1...searches { model.search("\(number)") }
      world.run()
    }
    #expect(report.isComplete)
    #expect(report.tried == count)
    #expect(report.orderings == Double(count))
  }
}
