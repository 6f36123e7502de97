import Pledge
import Testing

@testable import Wrapped

@Suite struct FunctionsTests {
  let functions = Functions()

  @Test func `a thrown error rejects`() async throws {
    #expect(try await functions.throwing(false).value == User("Ann"))
    await #expect(throws: RefusedError.self) { try await functions.throwing(true).value }
    await #expect(throws: RefusedError.self) {
      try await functions.rethrowing { throw RefusedError() }.value
    }
  }

  @Test func `functions of a file, of a type, private, and overridden`() async throws {
    #expect(try await greet(User("Ann")).value == "Hello Ann")
    #expect(try await functions.reveal().value == 42)
    #expect(try await Functions.inherited().value == 2)
    #expect(try await Overriding.inherited().value == 20)
  }

  @Test func `generic functions, with packs too`() async throws {
    #expect(try await functions.first(1, of: [5]).value == 5)
    let (number, text) = try await functions.together(1, "one").value
    #expect(number == 1)
    #expect(text == "one")
  }

  @Test func `other parameters are passed on, with their defaults`() async throws {
    #expect(try await functions.describe(1).value == "1, 1")
    var progress = 0
    let text = functions.describe("a", times: 3, separator: "-", progress: { progress = $0 })
    #expect(try await text.value == "a-a-a")
    #expect(progress == 3)
  }

  @Test func `a source location that the function takes is that of the promise`() async {
    let error = await #expect(throws: BrokenPromiseError.self) {
      try await functions.placed(file: "Some/File.swift", line: 7).value
    }
    #expect(error?.fileID == "Some/File.swift")
    #expect(error?.line == 7)
  }

  @Test func `a 'file' parameter of another type leaves no room for the location`() async {
    await #expect(throws: NoOutcomeError(function: "read(file:completion:)")) {
      try await functions.read(file: "a.txt").value
    }
    let error = await #expect(throws: BrokenPromiseError.self) {
      try await functions.read(file: "").value
    }
    #expect(error?.fileID == "Wrapped/Functions.swift")
  }

  @Test func `a call without an optional handler keeps its meaning`() async throws {
    let nothing: Void = functions.save(User("Ann"))
    #expect(nothing == ())
    let promise: Promise<Void> = functions.save(User("Ann"))
    try await promise.value
    try await functions.save(User("Ann")).map { _ in }.value
  }
}

private final class Overriding: Functions {
  override class func inherited(completion: @escaping @Sendable (Int) -> Void) {
    completion(20)
  }
}
