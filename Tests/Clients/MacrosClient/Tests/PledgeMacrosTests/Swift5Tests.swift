import Pledge
import Testing

@testable import WrappedInSwift5

@Suite struct Swift5Tests {
  @Test func `older code has promises, too`() async throws {
    let legacy = Legacy()
    #expect(try await legacy.load(1).value == Page(text: "one"))
    await #expect(throws: LegacyError.self) { try await legacy.load(2).value }
    let stored: Promise<Void> = legacy.store(Page(text: "two"), as: 2)
    try await stored.value
    #expect(try await legacy.count().value == 2)
    #expect(try await Echo().ping().value)
  }
}
