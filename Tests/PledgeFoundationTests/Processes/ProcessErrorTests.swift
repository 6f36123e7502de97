#if os(macOS) || os(Linux) || os(Android)
import Foundation
import PledgeFoundation
import Testing

struct ProcessErrorTests {
  @Test(arguments: [
    (false, "first\nit is late\n", #"/bin/to\nol ended with status 3: it is late"#),
    (true, "first\nit is late\n", #"/bin/to\nol was ended by signal 3: it is late"#),
    (false, "\u{1B}[31mred\u{202E}\n", #"/bin/to\nol ended with status 3: \u{1B}[31mred\u{202E}"#),
    (false, "", #"/bin/to\nol ended with status 3"#),
  ])
  func `describes how the process ended, with its last line, escaped`(
    wasSignalled: Bool,
    text: String,
    description: String
  ) {
    let output = ProcessOutput(errorOutput: Data(text.utf8))
    let error = ProcessError(
      path: "/bin/to\nol",
      status: 3,
      wasSignalled: wasSignalled,
      output: output
    )

    #expect(error.description == description)
    #expect(error.localizedDescription == description)
  }
}
#endif
