import ArgumentParser
import Testing

@testable import userloader

@Suite struct IDRangeTests {
  @Test func `a range includes both bounds`() throws {
    #expect(try IDRange("1-200").ids == 1...200)
    #expect(try IDRange("1-200").description == "1-200")
  }

  @Test func `a single number is a range`() throws {
    #expect(try IDRange("7").ids == 7...7)
    #expect(try IDRange("7").description == "7")
  }

  @Test(arguments: ["", "-", "-5", "5-", "1-2-3", "a-b", "1–2", "5-1", "0-2", "1-1000001"])
  func `other input is rejected`(text: String) {
    #expect(throws: ValidationError.self) { try IDRange(text) }
  }
}
