import Pledge
import Testing

@testable import Wrapped

@Suite struct HandlersTests {
  let handlers = Handlers()
  let ann = User("Ann")

  @Test func `a value without an error fulfills, an error rejects and takes precedence`()
    async throws
  {
    #expect(try await handlers.valueOrError { $0(ann, nil) }.value == ann)
    for value in [ann, nil] {
      await #expect(throws: RefusedError.self) {
        try await handlers.valueOrError { $0(value, RefusedError()) }.value
      }
    }
  }

  @Test func `neither a value nor an error rejects with the name of the function`() async {
    let error = await #expect(throws: NoOutcomeError.self) {
      try await handlers.valueOrError { $0(nil, nil) }.value
    }
    #expect(error?.function == "valueOrError(_:completion:)")
    #expect("\(error as Any)".contains("valueOrError(_:completion:) called back with neither"))
  }

  @Test func `two values are a tuple with their names, and one of them is not an outcome`()
    async throws
  {
    let value = try await handlers.named { $0(ann, 7, nil) }.value
    #expect(value.user == ann)
    #expect(value.age == 7)
    await #expect(throws: NoOutcomeError(function: "named(_:completion:)")) {
      try await handlers.named { $0(nil, 7, nil) }.value
    }
  }

  @Test func `an error alone, and a result with any failure`() async throws {
    try await handlers.errorAlone { $0(nil) }.value
    await #expect(throws: RefusedError.self) {
      try await handlers.errorAlone { $0(RefusedError()) }.value
    }
    #expect(try await handlers.typedResult { $0(.success(ann)) }.value == ann)
    await #expect(throws: RefusedError.self) {
      try await handlers.typedResult { $0(.failure(RefusedError())) }.value
    }
  }

  @Test func `a value fulfills, even nil, from any handler`() async throws {
    for value in [ann, nil] { #expect(try await handlers.value { $0(value) }.value == value) }
    #expect(try await handlers.optional { $0?(ann) }.value == ann)
    #expect(try await handlers.plain { try? $0(ann) }.value == ann)
    #expect(
      try await handlers.onMainActor { handler in Task { @MainActor in handler(ann) } }.value == ann
    )
  }
}
