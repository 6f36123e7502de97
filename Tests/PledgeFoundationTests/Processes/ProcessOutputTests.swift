#if os(macOS) || os(Linux) || os(Android)
import Foundation
import PledgeFoundation
import Testing

struct ProcessOutputTests {
  @Test func `has both outputs as text`() {
    let output = ProcessOutput(output: Data("Ζωή".utf8), errorOutput: Data("none".utf8))

    #expect(output.text == "Ζωή")
    #expect(output.errorText == "none")
  }

  @Test func `invalid text becomes U+FFFD`() {
    #expect(ProcessOutput(output: Data([0xff])).text == "\u{FFFD}")
  }
}
#endif
