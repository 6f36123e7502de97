import Dispatch
import Pages
import Pledge
import PledgeTesting
import XCTest

final class PageLoaderXCTests: XCTestCase {
  func testTheTitleIsTheFirstLine() async throws {
    let loader = PageLoader { _ in Promise(value: "Pledge\nFutures & Promises") }

    let title = try await expectFulfilled(loader.title(of: "/"), within: .seconds(1))

    XCTAssertEqual(title, "Pledge")
  }

  func testAPageThatDoesNotExistHasNoTitle() async throws {
    let loader = PageLoader { _ in Promise(value: nil) }

    let error = try await expectRejected(loader.title(of: "/x"), with: PageLoader.NotFound.self)

    XCTAssertEqual(error.path, "/x")
  }

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

  func testThePageIsReadOnTheContext() {
    let context = ManualContext()
    let loader = PageLoader { _ in Promise(value: "Pledge") }
    let title = loader.title(of: "/", on: context)

    expectPending(title)
    context.runAll()

    XCTAssertTrue(title.isFulfilled)
  }

  func testNothingIsLeftPending() throws {
    try expectNothingPending {
      let page = Promise<String?>()
      let title = PageLoader { _ in page }.title(of: "/", on: .immediate, clock: ManualClock())
      page.resolve("Pledge")
      XCTAssertEqual(try title.result?.get(), "Pledge")
    }
  }

  func testAQueueMayBeBlocked() async throws {
    let page = Promise<String?>()
    let title = PageLoader { _ in page }.title(of: "/")
    let waited = Promise<String>(on: DispatchQueue.global()) {
      try title.wait(timeout: .seconds(60))
    }

    page.resolve("Pledge")

    let value = try await expectFulfilled(waited)
    XCTAssertEqual(value, "Pledge")
  }

  /// XCTest runs synchronous tests on the main thread.
  func testTheMainThreadMayNotBeBlocked() {
    let title = PageLoader { _ in Promise(value: "Pledge") }.title(of: "/")

    XCTAssertThrowsError(try title.wait(timeout: .seconds(1))) { error in
      XCTAssertEqual(error as? BlockingWaitError, .onMainThread)
    }
  }
}
