import Pages
import Pledge
import PledgeTesting
import XCTest

final class PageLoaderXCTests: XCTestCase {
  func testTheServerHasFiveSeconds() async throws {
    let clock = ManualClock()
    let silence = Promise<String?>()
    let loader = PageLoader { _ in silence }
    let title = loader.title(of: "/", clock: clock)

    await clock.run(for: .seconds(4))
    expectPending(title)

    await clock.run(for: .seconds(1))
    try await expectRejected(title, with: TimeoutError.self)
  }

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
