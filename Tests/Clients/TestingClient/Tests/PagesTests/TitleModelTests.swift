import Pages
import Pledge
import PledgeTesting
import Testing

@MainActor
struct TitleModelTests {
  private let clock = ManualClock()

  @Test func `a title is shown when it arrives`() async throws {
    let (title, server) = Promise<String>.pending()
    let model = TitleModel(clock: clock) { _ in title }

    let shown = model.open("/")
    #expect(model.isLoading)
    expectPending(shown)

    server.resolve("Pledge")
    try await expectFulfilled(shown)
    #expect(!model.isLoading)
    #expect(model.title == "Pledge")
  }

  @Test func `an error is shown as a message`() async throws {
    struct Offline: Error {}
    let model = TitleModel(clock: clock) { _ in Promise(error: Offline()) }

    try await expectRejected(model.open("/"), with: Offline.self)

    #expect(!model.isLoading)
    #expect(model.message == "Offline()")
  }

  @Test func `a server that does not answer has a message after five seconds`() async throws {
    let silence = Promise<String>.never()
    let model = TitleModel(clock: clock) { _ in silence }
    let shown = model.open("/")

    await clock.run(for: .seconds(5))
    try await expectRejected(shown, with: TimeoutError.self)

    #expect(!model.isLoading)
    #expect(model.message == "The server does not answer.")
  }

  @Test func `opening another page stops the previous load`() async throws {
    let a = Promise<String>(discard: {})
    let b = Promise<String>()
    let model = TitleModel(clock: clock) { path in path == "/a" ? a : b }

    let first = model.open("/a")
    let second = model.open("/b")
    try await expectRejected(first, with: DiscardedError.self)
    try await expectRejected(a, with: DiscardedError.self)
    #expect(model.isLoading)

    b.resolve("B")
    try await expectFulfilled(second)
    #expect(model.title == "B")
    #expect(model.message.isEmpty)
  }
}
