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

@Suite struct ShadowsTests {
  let shadows = Shadows()

  @Test func `a type with the name of the result`() async throws {
    #expect(try await shadows.result(.success(User("Ann"))).value == User("Ann"))
    await #expect(throws: RefusedError.self) {
      try await shadows.result(.failure(RefusedError())).value
    }
  }

  @Test func `a name that is not an identifier`() async {
    let promise = shadows.`load "all"`(file: "Some.swift", line: 7)
    await #expect(throws: NoOutcomeError(function: "`load \"all\"`(file:line:completion:)")) {
      try await promise.value
    }
  }

  @Test func `names in backticks`() async throws {
    let both = try await shadows.default(self: "a", `inout`: 1, in: 2).value
    #expect(both.in == "a")
    #expect(both.inout == 3)
  }

  @Test func `errors that are generic reject`() async {
    await #expect(throws: MissingError<User>.self) { try await shadows.missing().value }
    await #expect(throws: RefusedError.self) {
      try await shadows.failing(with: RefusedError()).value
    }
  }

  @Test func `values of the same name are distinguished by position`() async throws {
    let bytes = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    let counts = try await unsafe shadows.count(bytes).value
    #expect(counts == (0, 0))
  }

  @Test func `a function unavailable from async code is available as a promise`() async throws {
    #expect(try await shadows.wait().value == 1)
  }
}
