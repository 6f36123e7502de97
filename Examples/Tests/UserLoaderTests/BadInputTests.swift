import Testing

/// Tests the messages for invalid input.
@Suite(.timeLimit(.minutes(60))) struct BadInputTests {
  private let database: TemporaryDatabase

  init() throws { database = try TemporaryDatabase() }

  @Test(arguments: [
    (["--ids", "5-1"], "'5-1'", "Did you mean 1-5?"),
    (["--ids", "some"], "'some'", "such as 1-200"),
    (["--ids", "0-3"], "'0-3'", "from 1 to"),
    (["--concurrency", "0"], "--concurrency is 0", "from 1 to 256"),
    (["--retries", "-1"], "--retries is -1", "from 0 to 100"),
    (["--timeout", "-1"], "--timeout is -1", "more than 0"),
    (["--timeout", "nan"], "--timeout is nan", "more than 0"),
    (["--from", "nonsense"], "'nonsense'", "such as http://"),
    (["--from", "ftp://example.org"], "'ftp://example.org'", "such as http://"),
    (["--from", "http://example.org", "--chaos"], "--chaos", "Leave out"),
    (["--database", ""], "--database is empty", "such as users.sqlite"),
    (["--trace", ""], "--trace", "such as timeline.html"),
    (["--trace", "no/such/folder/t.html"], "'no/such/folder/t.html'", "Create it, or name"),
    (["--trace", "page.x"], "The ending .x is not known", ".html for a page, .json"),
    (["--trace", "page"], "It has no ending", ".dot for Graphviz, or .txt"),
    (["--trace", "/"], "'/'", "It is a folder. Name a file in it"),
    (["--trace", "/dev/null"], "'/dev/null'", "Name another"),
    (["--trace", "\(#filePath)/t.html"], "\(#filePath)/t.html'", "is not a folder"),
    (
      ["--database", "users.txt", "--trace", "./users.txt"], "the database 'users.txt'",
      "Name another file"
    ),
  ])
  func `bad usage exits with code 64 and reports the input and a remedy`(
    arguments: [String],
    input: String,
    remedy: String
  ) async throws {
    let end = try await Program(arguments).ended()

    #expect(end.exitCode == 64)
    #expect(end.errors.contains(input))
    #expect(end.errors.contains(remedy))
    #expect(end.errors.contains("Usage: Scripts/demo "))
  }

  @Test func `an unreachable server is reported once, with a remedy`() async throws {
    // No server uses this reserved port.
    let address = "http://127.0.0.1:1"

    let end = try await Ended.running("--from \(address) --timeout 600", into: database)

    #expect(end.exitCode == 1)
    #expect(end.errors.contains("'\(address)' cannot be reached"))
    #expect(end.errors.contains("the connection was refused"))
    #expect(end.errors.contains("Check the address given with --from"))
  }

  @Test func `a server that responds with HTML is reported once, with a remedy`() async throws {
    let server = try await OtherServer(answering: "\n<!doctype html>", type: "text/html")

    let arguments = "--from \(server.address) --timeout 600"
    let end = try await Ended.running(arguments, into: database)

    await server.stop()
    #expect(end.exitCode == 1)
    #expect(end.errors.contains("'\(server.address)' answers with HTML"))
    #expect(end.errors.contains("Give --from an address"))
  }

  @Test func `a database that cannot be written is reported, with a remedy`() async throws {
    let path = "\(database.path)/no/such/folder/users.sqlite"

    let end = try await Program(["--database", path]).ended()

    #expect(end.exitCode == 1)
    #expect(end.errors.contains("'\(path)' cannot be written"))
    #expect(end.errors.contains("with --database"))
  }

  @Test func `a file that is not a database is rejected`() async throws {
    let end = try await Program(["--database", #filePath]).ended()

    #expect(end.exitCode == 1)
    #expect(end.errors.contains("file is not a database"))
  }
}
