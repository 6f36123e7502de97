import ArgumentParser
import Testing

@testable import userloader

@Suite struct IDRangeTests {
  @Test(arguments: ["", "-", "-5", "5-", "1-2-3", "a-b", "1–2", "5-1", "0-2", "1-1000001"])
  func `other input is rejected`(text: String) {
    #expect(throws: ValidationError.self) { try IDRange(text) }
  }
}
