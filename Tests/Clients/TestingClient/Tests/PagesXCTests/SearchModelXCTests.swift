import Pages
import Pledge
import PledgeTesting
import XCTest

final class SearchModelXCTests: XCTestCase {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func testTasksWaitForTheWorld() throws {
    let report = try explore { world in
      async let first = world.pending(Int.self, .value(1), label: "first").value
      async let second = world.pending(Int.self, .value(2), label: "second").value
      let sum = try await first + second
      world.expect(sum == 3)
    }
    XCTAssertTrue(report.isComplete)
    XCTAssertGreaterThan(report.tried, 1)
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
