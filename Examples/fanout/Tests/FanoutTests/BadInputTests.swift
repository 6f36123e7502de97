import ArgumentParser
import Testing

@testable import fanout

@Suite(.timeLimit(.minutes(60))) struct BadInputTests {
  @Test(arguments: [
    (["--workers", "0"], "--workers is 0", "from 1 to 64"),
    (["--items", "0"], "--items is 0", "from 1 to"),
    (["--limit", "0"], "--limit is 0", "from 1 to"),
    (["--kill", "4"], "--kill is 4", "from 0 to 3"),
    (["--hedge-after", "0"], "--hedge-after is 0", "from 0.001 to"),
    (["--deadline", "nan"], "--deadline is nan", "from 0.001 to"),
    (["--ledger", ""], "--ledger is empty", "the path of a file"),
    (["--workers", "many"], "'many'", "--workers"),
    (["--connect", "a:1"], "contains 'a:1'", "an IPv4 address and a port"),
    (["--connect", "127.0.0.1:0"], "contains '127.0.0.1:0'", "an IPv4 address and a port"),
    (["--connect", "1.2.3.4:1,,1.2.3.4:2"], "contains ''", "an IPv4 address and a port"),
    (["--connect", "1.2.3.4:1,1.2.3.4:1"], "a worker twice", "each worker once"),
    (["--connect", "1.2.3.4:1", "--kill", "1"], "--kill", "--connect out"),
    (["--connect", "1.2.3.4:1", "--key", "x"], "Mutual TLS needs", "--certificate, --key"),
    (["--connect", "1.2.3.4:1"], "--connect 1.2.3.4:1 leaves this machine", "--insecure"),
    (["worker", "--listen", "7000"], "--listen is '7000'", "an IPv4 address and a port"),
    (["worker", "--listen", "0.0.0.0:1"], "--listen 0.0.0.0:1 leaves this machine", "--insecure"),
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
}
