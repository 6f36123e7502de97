import ArgumentParser
import Testing

@testable import fanout

@Suite(.timeLimit(.minutes(15))) struct BadInputTests {
  @Test(arguments: [
    (["--workers", "0"], "--workers is 0", "from 1 to 64"),
    (["--items", "-5"], "--items is -5", "from 1 to"),
    (["--limit", "0"], "--limit is 0", "from 1 to"),
    (["--seed", "-1"], "--seed is -1", "from 0 to"),
    (["--kill", "-1"], "--kill is -1", "from 0 to 3"),
    (["--kill", "4"], "--kill is 4, of 4 workers", "from 0 to 3"),
    (["--hedge-after", "0"], "--hedge-after is 0", "more than 0"),
    (["--deadline", "-2"], "--deadline is -2", "more than 0"),
    (["--deadline", "nan"], "--deadline is nan", "more than 0"),
    (["--deadline", "1"], "--hedge-after is 0.5 and --deadline is 1.0", "less than 0.5"),
    (["--hedge-after", "40"], "--hedge-after is 40.0 and --deadline is 60.0", "more than 80.0"),
    (["--workers", "many"], "'many'", "--workers"),
  ])
  func `bad usage exits with code 64 and reports the input and a remedy`(
    arguments: [String],
    input: String,
    remedy: String
  ) throws {
    let error = try #require(throws: (any Error).self) {
      try FanoutCommand.parseAsRoot(arguments)
    }
    let message = FanoutCommand.fullMessage(for: error)

    #expect(FanoutCommand.exitCode(for: error).rawValue == 64)
    #expect(message.contains(input))
    #expect(message.contains(remedy))
  }

  @Test(arguments: ["/no/such/worker", "/usr/bin/true"])
  func `a program that is not a worker is reported, with a remedy`(program: String) async throws {
    let error = await #expect(throws: StartError.self) {
      try await Run(program: program).report()
    }

    #expect(error?.description.contains("'\(program)'") == true)
    #expect(error?.description.contains("--worker") == true)
  }
}
