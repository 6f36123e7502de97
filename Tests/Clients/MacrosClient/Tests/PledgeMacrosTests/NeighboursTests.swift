import Pledge
import Testing

@testable import Wrapped

@Suite struct NeighboursTests {
  let neighbours = Neighbours()

  @Test func `an async function of the same name does not change`() async throws {
    let text = try await neighbours.load(1) { $0 }
    #expect(text == "async")
    #expect(try await neighbours.load(1, transform: { $0 + 1 }).map { "\($0)" }.value == "2")
  }

  @Test func `the original is called as before`() {
    var number = 0
    neighbours.load(1, transform: { $0 + 1 }, completion: { value, _ in number = value ?? 0 })
    #expect(number == 2)
  }

  @Test func `functions that are called in other ways`() async throws {
    #expect(try await neighbours().value == 1)
    #expect(try await Neighbours.default().value == 2)
    let chained: Promise<Int> = neighbours.chained()
    #expect(try await chained.value == 3)
  }

  @MainActor @Test func `a function that runs on its caller's actor`() async throws {
    #expect(try await current().value)
  }
}
