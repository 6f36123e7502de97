import Pledge
import Testing

@testable import Wrapped

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
