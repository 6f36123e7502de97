import Pages
import Pledge
import PledgeTesting
import Testing

struct PageLoaderTests {
  @Test func `the title is the first line`() async throws {
    let loader = PageLoader { _ in Promise(value: "Pledge\nFutures & Promises") }

    let title = try await expectFulfilled(loader.title(of: "/"), within: .seconds(1))

    #expect(title == "Pledge")
  }

  @Test func `a page that does not exist has no title`() async throws {
    let loader = PageLoader { _ in Promise(value: nil) }

    let error = try await expectRejected(loader.title(of: "/x"), with: PageLoader.NotFound.self)

    #expect(error.path == "/x")
  }

  @Test func `a page without text has an empty title`() async throws {
    let loader = PageLoader { _ in Promise(value: "") }

    let outcome = try await expectSettles(loader.title(of: "/y"))

    #expect(try outcome.get().isEmpty)
  }

  @Test func `the server has five seconds`() async throws {
    let clock = ManualClock()
    let silence = Promise<String?>()
    let loader = PageLoader { _ in silence }
    let title = loader.title(of: "/", clock: clock)

    await clock.run(for: .seconds(4))
    expectPending(title)

    await clock.run(for: .seconds(1))
    try await expectRejected(title, with: TimeoutError.self)
  }

  @Test func `the page is read on the context, and there alone`() {
    let context = ManualContext()
    let loader = PageLoader { _ in Promise(value: "Pledge") }
    let title = loader.title(of: "/", on: context)

    expectPending(title)
    #expect(context.count == 1)
    #expect(context.runNext())

    #expect(title.isFulfilled)
  }

  @Test func `nothing is left pending`() async throws {
    let loader = PageLoader { _ in Promise { () async throws -> String? in "Pledge" } }

    try await expectNothingPending {
      let title = try await loader.title(of: "/").value
      #expect(title == "Pledge")
    }
  }
}
