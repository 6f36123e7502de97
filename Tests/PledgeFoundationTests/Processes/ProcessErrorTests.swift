#if os(macOS) || os(Linux) || os(Android)
import Foundation
import PledgeFoundation
import Testing

struct ProcessErrorTests {
  private let output = ProcessOutput(errorOutput: Data("first\nit is late\n".utf8))

  @Test func `says how the process ended, and its last words`() {
    let error = ProcessError(path: "/bin/tool", status: 3, output: output)

    #expect(error.description == "/bin/tool ended with status 3: it is late")
    #expect(error.localizedDescription == error.description)
  }

  @Test func `says so if it was a signal`() {
    let error = ProcessError(path: "/bin/tool", status: 9, wasSignalled: true, output: output)

    #expect(error.description == "/bin/tool was ended by signal 9: it is late")
  }

  @Test func `says no more if there were no words`() {
    let error = ProcessError(path: "/bin/tool", status: 3, output: ProcessOutput())

    #expect(error.description == "/bin/tool ended with status 3")
  }
}
#endif
