import ArgumentParser
import Testing

@testable import fanout

@Suite(.timeLimit(.minutes(60))) struct BadInputTests {
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
    (["--ledger", ""], "--ledger is empty", "the path of a file"),
    (["--workers", "many"], "'many'", "--workers"),
    (["--connect", "10.0.0.2"], "contains '10.0.0.2'", "a host and a port"),
    (["--connect", "a:1,,b:2"], "contains ''", "a host and a port"),
    (["--connect", "a:0"], "contains 'a:0'", "a host and a port"),
    (["--connect", "a:1,a:1"], "a worker twice", "each worker once"),
    (["--connect", "a:1", "--workers", "2"], "--workers", "--connect out"),
    (["--connect", "a:1", "--kill", "1"], "--kill", "--connect out"),
    (["--connect", "a:1", "--key", "x"], "Mutual TLS needs", "--certificate and --trust"),
    (["--certificate", "x", "--key", "x", "--trust", "x"], "--certificate is", "Give --connect"),
    (["worker", "--listen", "7000"], "--listen is '7000'", "a host and a port"),
    (["worker", "--drain", "0"], "--drain is 0", "more than 0"),
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

  @Test(arguments: [["run", "--connect"], ["worker", "--listen"]])
  func `plaintext between machines is refused`(arguments: [String]) async throws {
    var command = try FanoutCommand.parseAsRoot(arguments + ["10.255.255.1:7000"])
    let error = await #expect(throws: ConnectionError.self) { try await run(&command) }

    #expect(error?.description.contains("mutual TLS") == true)
  }

  @Test func `a file that is not a certificate is reported`() async throws {
    let file = "/etc/hostname"
    var command = try FanoutCommand.parseAsRoot([
      "run", "--connect", "127.0.0.1:1", "--certificate", file, "--key", file, "--trust", file,
    ])
    let error = await #expect(throws: ConnectionError.self) { try await run(&command) }

    #expect(
      error == .unusable(file: file, option: "--certificate", needs: "a certificate"),
      "\(error!)"
    )
  }

  private func run(_ command: inout any ParsableCommand) async throws {
    if var command = command as? any AsyncParsableCommand { try await command.run() }
  }

  @Test(arguments: ["/no/such/worker", "/usr/bin/true"])
  func `a program that is not a worker is reported`(program: String) async throws {
    let error = await #expect(throws: StartError.self) {
      try await Run(workers: .launched(4, of: program, kills: 0)).report()
    }

    #expect(error?.description.contains("'\(program)'") == true)
  }
}
