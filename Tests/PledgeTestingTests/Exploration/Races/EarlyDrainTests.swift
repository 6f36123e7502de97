import Pledge
import PledgeTestSupport
import PledgeTesting
import Testing

/// A queue counts as drained while a finished item is about to add another one.
struct EarlyDrainTests {
  private final class Crawler: Sendable {
    private struct State {
      var running = 0
      var pages = 0
      var pagesWhenDone: Int?
    }

    private let state = Locked(State())
    private let world: Exploration.World
    private let countsAtOnce: Bool

    init(_ world: Exploration.World, countsAtOnce: Bool) {
      self.world = world
      self.countsAtOnce = countsAtOnce
    }

    var isComplete: Bool { state.withLock { $0.pagesWhenDone == $0.pages } }

    func begin() { state.withLock { $0.running += 1 } }

    func load(_ page: String, links: [String] = []) {
      world.pending(Void.self, .value(()), label: page).observe { [self] _ in
        if countsAtOnce { for _ in links { begin() } }
        world.context("parser").run("links of \(page)") { [self] in
          for link in links {
            if !countsAtOnce { begin() }
            load(link)
          }
        }
        end()
      }
    }

    private func end() {
      state.withLock { state in
        state.pages += 1
        state.running -= 1
        if state.running == 0, state.pagesWhenDone == nil { state.pagesWhenDone = state.pages }
      }
    }
  }

  @Test func `an exploration finds the race`() throws {
    try expectRace { world, isRepaired in
      let crawler = Crawler(world, countsAtOnce: isRepaired)
      for _ in 1...2 { crawler.begin() }
      crawler.load("index", links: ["article"])
      crawler.load("about")
      world.run()
      world.expect(crawler.isComplete, "done before the last page")
    }
  }
}
