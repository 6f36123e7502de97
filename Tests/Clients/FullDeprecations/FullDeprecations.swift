import Dispatch
import PledgePromiseKit
import Testing

// Tests the API that PledgePromiseKit has only with -DPMKFullDeprecations, in every form of the
// original. Scripts/Checks/full-deprecations runs them.
@Suite struct FullDeprecations {
  private let texts = Promise.value(["a", "1"])
  private let queue = DispatchQueue(label: "old")

  @available(*, deprecated)
  @Test func `the old flatMap is compactMap`() async throws {
    let text = Promise.value("1")
    #expect(text.flatMap(on: nil) { Int($0) }.value == 1)
    #expect(try await text.flatMap { Int($0) }.async() == 1)
    #expect(try await text.flatMap(on: queue) { Int($0) }.async() == 1)
  }

  @available(*, deprecated)
  @Test func `the old map of a sequence is mapValues`() async throws {
    #expect(texts.map(on: nil) { (text: String) in text.count }.value == [1, 1])
    #expect(try await texts.map { (text: String) in text.count }.async() == [1, 1])
    #expect(try await texts.map(on: queue) { (text: String) in text.count }.async() == [1, 1])
    // A closure that takes the whole array selects the `map` of plain values.
    #expect(texts.map(on: nil) { (texts: [String]) in texts.count }.value == 2)
  }

  @available(*, deprecated)
  @Test func `the old flatMap of a sequence is flatMapValues`() async throws {
    let twice = texts.flatMap(on: nil) { (text: String) in [text, text] }
    #expect(twice.value == ["a", "a", "1", "1"])
    #expect(try await texts.flatMap { (text: String) in Array(text) }.async() == ["a", "1"])
    #expect(try await texts.flatMap(on: queue) { (text: String) in text }.async() == ["a", "1"])
  }
}

/// Runs the tests, because `swift test` cannot build a package with the flag.
@main enum Main {
  static func main() async {
    await Testing.__swiftPMEntryPoint() as Never
  }
}
