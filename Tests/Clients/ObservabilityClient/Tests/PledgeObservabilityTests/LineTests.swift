import Testing

@testable import PledgeObservability

@Suite(.timeLimit(.minutes(15)))
struct LineTests {
  @Test func `line breaks and direction controls are escaped, and nothing else`() {
    #expect(line(awkward) == awkwardOnOneLine)
  }

  @Test(arguments: [(0, "… (4 bytes)"), (3, "abc… (4 bytes)"), (4, "abcd"), (5, "abcd")])
  func `a text that is longer than the limit is cut, and says so`(limit: Int, expected: String) {
    #expect(line("abcd", limit: limit) == expected)
  }

  @Test func `an empty text is an empty line`() {
    #expect(line("") == "")
    #expect(line("", limit: 0) == "")
  }
}
