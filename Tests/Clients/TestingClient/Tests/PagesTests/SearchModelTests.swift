import Pages
import Pledge
import PledgeTesting
import Testing

@MainActor struct SearchModelTests {
  @Test func `the results are those of the latest search, in every ordering`() throws {
    let report = try explore { world in
      let model = SearchModel(on: world.context("main")) { text in
        world.pending([String].self, .value(["\(text)…"]), label: text)
      }
      model.search("a")
      model.search("ab")
      world.run()
      #expect(model.results == ["ab…"])
    }
    #expect(report.isComplete)
  }
}
