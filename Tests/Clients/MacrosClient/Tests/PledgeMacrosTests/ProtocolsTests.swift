import Pledge
import Testing

@testable import Wrapped

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
