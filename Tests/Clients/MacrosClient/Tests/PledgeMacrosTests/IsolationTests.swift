import Dispatch
import Pledge
import Testing

@testable import Wrapped

@Suite struct IsolationTests {
  @Test func `functions of an actor`() async throws {
    let store = Store()
    #expect(try await store.add(User("Ann")).value == 1)
    #expect(try await store.addTwice(User("Bob")).value == 3)
    #expect(try await store.name().value == "store")
  }

  @MainActor @Test func `a plain handler of the main actor may be called from anywhere`()
    async throws
  {
    let screen = Screen()
    let title = screen.load(on: { work in DispatchQueue.global().async(execute: work) })
    #expect(try await title.value == "title")
  }

  @MainActor @Test func `functions of the main actor run there, immediately`() async throws {
    let screen = Screen()
    let shown = screen.show("new")
    #expect(screen.title == "new")
    #expect(!shown.isPending)
    #expect(try await screen.measure().value == 1)
  }

  @Test func `functions of another global actor`() async throws {
    #expect(try await usedBytes().value == 7)
  }
}
