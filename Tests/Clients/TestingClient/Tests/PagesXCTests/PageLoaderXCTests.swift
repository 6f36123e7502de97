import Pages
import Pledge
import PledgeTesting
import XCTest

final class PageLoaderXCTests: XCTestCase {
  func testNothingIsLeftPending() throws {
    try expectNothingPending {
      let page = Promise<String?>()
      let title = PageLoader { _ in page }.title(of: "/", on: .immediate, clock: ManualClock())
      page.resolve("Pledge")
      XCTAssertEqual(try title.result?.get(), "Pledge")
    }
  }

  /// XCTest runs synchronous tests on the main thread.
  func testTheMainThreadMayNotBeBlocked() {
    let title = PageLoader { _ in Promise(value: "Pledge") }.title(of: "/")

    XCTAssertThrowsError(try title.wait(timeout: .seconds(1))) { error in
      XCTAssertEqual(error as? BlockingWaitError, .onMainThread)
    }
  }
}
