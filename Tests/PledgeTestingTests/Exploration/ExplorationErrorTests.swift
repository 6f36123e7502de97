import Testing

@testable import PledgeTesting

struct ExplorationErrorTests {
  @Test func `unprintable characters are escaped in the description, except for line breaks`() {
    let problems = ["one\ntwo\u{202E}"]
    let error = ExplorationError(problems: problems, steps: ["a\u{1B}"], replay: "1", tried: 3)
    #expect("\(error)".contains("  1. a\\u{1B}\nproblems:\n  - one\ntwo\\u{202E}\n"))
  }

  @Test func `the description lists the steps, the problems, and the replay`() {
    let error = ExplorationError(problems: ["p"], steps: ["s", "t"], replay: "1.2", tried: 3)
    #expect(
      "\(error)" == """
        an ordering fails, found in ordering 3, with 2 steps:
          1. s
          2. t
        problems:
          - p
        to replay it: explore(replaying: "1.2")
        """
    )
  }

  @Test(arguments: [48, 49, 10_000])
  func `of many steps, the first and the last ones are listed`(count: Int) {
    let steps = (1...count).map { "step \($0)" }
    let error = ExplorationError(problems: ["p"], steps: steps, replay: "", tried: 1)
    let lines = "\(error)".split(separator: "\n")
    #expect(error.steps == steps)
    #expect(lines[12] == "  12. step 12")
    #expect(lines[lines.count - 4] == "  \(count). step \(count)")
    #expect(lines.count == (count == 48 ? 52 : 29))
    #expect(count == 48 || lines[13] == "  … \(count - 24) more steps")
  }
}
