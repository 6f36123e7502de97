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

@Suite struct ProtocolsTests {
  let ann = User("Ann")

  @Test func `conforming types have the promises`() async throws {
    let directory = Directory([1: ann])
    #expect(try await directory.user(1).value == ann)
    try await directory.save(ann).value
    #expect(try await Directory.count().value == 2)
    await #expect(throws: RefusedError.self) { try await directory.save(User("Bob")).value }
    await #expect(throws: NoOutcomeError(function: "user(_:completion:)")) {
      try await directory.user(2).value
    }
  }

  @Test func `generic and existential types have the promises, too`() async throws {
    func load<Service: UserService>(_ key: Service.Key, from service: Service) -> Promise<User> {
      service.user(key)
    }
    #expect(try await load(1, from: Directory([1: ann])).value == ann)
    let service: any UserService = Directory([1: ann])
    try await service.save(ann).value
  }

  @Test func `work returned by a requirement is canceled`() async throws {
    let watched = Directory([:]).watch(1)
    let seen = watched.map { $0 }
    watched.discard()
    await #expect(throws: DiscardedError.self) { try await seen.value }
  }

  @MainActor @Test func `a protocol of the main actor`() async throws {
    let door: any Door = FrontDoor()
    #expect(try await door.open().value)
  }
}
