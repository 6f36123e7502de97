import Testing

@testable import PledgeTesting

struct ExplorationErrorTests {
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
}
