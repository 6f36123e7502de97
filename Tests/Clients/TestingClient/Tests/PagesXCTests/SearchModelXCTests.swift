import Pages
import Pledge
import PledgeTesting
import XCTest

final class SearchModelXCTests: XCTestCase {
  func testTheResultsAreThoseOfTheLatestSearch() throws {
    let report = try explore { world in
      let model = SearchModel(on: world.context("main")) { text in
        world.pending([String].self, .value(["\(text)…"]), label: text)
      }
      model.search("a")
      model.search("ab")
      world.run()
      world.expect(model.results == ["ab…"])
    }
    XCTAssertTrue(report.isComplete)
  }

  func testAnOrderingThatFailsThrows() {
    XCTAssertThrowsError(
      try explore { world in
        let values = ["a", "b"].map { world.pending(String.self, .value($0), label: $0) }
        let first = race(values)
        world.run()
        world.expect(try first.result?.get() == "a")
      }
    ) { error in
      XCTAssertEqual((error as? ExplorationError)?.replay, "1")
    }
  }
}
