#if os(macOS) || os(Linux) || os(Android)
import Foundation
import PledgeFoundation
import Testing

struct ProcessErrorTests {
  private let output = ProcessOutput(errorOutput: Data("first\nit is late\n".utf8))

  @Test func `describes how the process ended, with its last line`() {
    let error = ProcessError(path: "/bin/tool", status: 3, output: output)

    #expect(error.description == "/bin/tool ended with status 3: it is late")
    #expect(error.localizedDescription == error.description)
  }

  @Test func `describes a signal`() {
    let error = ProcessError(path: "/bin/tool", status: 9, wasSignalled: true, output: output)

    #expect(error.description == "/bin/tool was ended by signal 9: it is late")
  }

  @Test func `escapes what may control a terminal`() {
    let output = ProcessOutput(errorOutput: Data("\u{1B}[31mred\u{202E}\n".utf8))
    let error = ProcessError(path: "/bin/to\nol", status: 3, output: output)

    #expect(
      error.description == #"/bin/to\nol ended with status 3: \u{1B}[31mred\u{202E}"#
    )
  }

  @Test func `omits an empty error output`() {
    let error = ProcessError(path: "/bin/tool", status: 3, output: ProcessOutput())

    #expect(error.description == "/bin/tool ended with status 3")
  }
}
#endif
