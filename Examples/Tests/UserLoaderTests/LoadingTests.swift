import Testing

/// The program as its users meet it.
@Suite(.timeLimit(.minutes(15))) struct LoadingTests {
  private let database: TemporaryDatabase

  init() throws { database = try TemporaryDatabase() }

  @Test func `loads 200 users, and a second run adds no row`() async throws {
    let first = try await Ended.running("--timeout 2", into: database)

    #expect(first.exitCode == 0, "\(first)")
    #expect(first.output.contains("loaded      200\n"))
    #expect(try database.count() == 200)

    let second = try await Ended.running("--timeout 2", into: database)

    #expect(second.exitCode == 0, "\(second)")
    #expect(try database.count() == 200)
  }

  @Test func `what fails once and what is late is tried again`() async throws {
    let end = try await Ended.running("--ids 75-76 --timeout 1 --verbose", into: database)

    #expect(end.exitCode == 0, "\(end)")
    #expect(end.errors.contains("user 75: no answer within 1.0 seconds\n"))
    #expect(end.errors.contains("user 76: 503, the server is busy\n"))
    #expect(end.output.contains("retried     2\n"))
  }

  @Test func `chaos fails some users, says why, and saves the others`() async throws {
    let end = try await Ended.running("--chaos --ids 1-100 --timeout 1 --retries 2", into: database)

    #expect(end.exitCode == 1, "\(end)")
    #expect(end.output.contains("loaded      93\n"))
    #expect(end.output.contains("failed      7\n"))
    #expect(end.output.contains("2 × 404, no such user: 20, 70\n"))
    #expect(end.output.contains("2 × the answer is not the JSON of a user: 30, 80\n"))
    #expect(end.output.contains("2 × the connection was dropped: 41, 91\n"))
    #expect(end.output.contains("1 × no answer within 1.0 seconds: 90\n"))
    #expect(try database.count() == 93)
  }

  @Test func `a user who is there already is updated`() async throws {
    let user = #"{"id": 7, "name": "Old Name", "email": "old@example.org"}"#
    let server = try await OtherServer(answering: user)
    let old = try await Ended.running("--from \(server.address) --ids 7", into: database)
    await server.stop()
    #expect(old.exitCode == 0, "\(old)")
    #expect(try database.name(of: 7) == "Old Name")

    let new = try await Ended.running("--ids 7", into: database)

    #expect(new.exitCode == 0, "\(new)")
    #expect(try database.name(of: 7) == "Анна Коваленко")
    #expect(try database.count() == 1)
  }

  @Test func `Ctrl-C discards what is in flight and keeps what is saved`() async throws {
    let program = try Program("--ids 1-1000 --concurrency 4 --verbose", into: database)
    var seen = 0
    for await line in program.errors where line.hasPrefix("user ") {
      seen += 1
      if seen == 20 { break }
    }
    program.interrupt()
    let end = await program.ended()

    let rows = try #require(try database.count())
    #expect(end.exitCode == 130, "\(end)")
    #expect(end.output.hasPrefix("Interrupted: "))
    #expect(end.output.contains("holds \(rows) users\n"))
    #expect(1..<1000 ~= rows)
  }
}
