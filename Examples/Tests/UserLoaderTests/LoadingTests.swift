import Testing

/// Runs the program like its users.
///
/// On a busy machine, any response may be late. Time limits are therefore short only for users that
/// are supposed to be late, or with so many retries that each user is loaded in the end.
@Suite(.timeLimit(.minutes(60))) struct LoadingTests {
  private let database: TemporaryDatabase

  init() throws { database = try TemporaryDatabase() }

  @Test func `loads 200 users, and a second run adds no row`() async throws {
    let first = try await Ended.running("--timeout 2 --retries 100", into: database)

    #expect(first.exitCode == 0, "\(first)")
    #expect(first.output.contains("loaded      200\n"))
    #expect(try database.count() == 200)

    let second = try await Ended.running("--timeout 2 --retries 100", into: database)

    #expect(second.exitCode == 0, "\(second)")
    #expect(try database.count() == 200)
  }

  @Test func `a request that fails once is retried`() async throws {
    let end = try await Ended.running("--ids 76-77 --timeout 600 --verbose", into: database)

    #expect(end.exitCode == 0, "\(end)")
    #expect(end.errors.contains("user 76: 503, the server is busy\n"))
    #expect(end.output.contains("retried     1\n"))
  }

  @Test func `a late request is retried`() async throws {
    let limits = "--timeout 1 --retries 100"
    let end = try await Ended.running("--ids 75 \(limits) --verbose", into: database)

    #expect(end.exitCode == 0, "\(end)")
    #expect(end.errors.contains("user 75: no answer within 1.0 seconds\n"))
    #expect(end.output.contains("loaded      1\n"))
    #expect(!end.output.contains("retried     0\n"))
  }

  @Test func `chaos fails some users, says why, and saves the others`() async throws {
    let limits = "--timeout 600 --retries 2"
    let end = try await Ended.running("--chaos --ids 91-189 \(limits)", into: database)

    #expect(end.exitCode == 1, "\(end)")
    #expect(end.output.contains("loaded      93\n"))
    #expect(end.output.contains("failed      6\n"))
    #expect(end.output.contains("2 × 404, no such user: 120, 170\n"))
    #expect(end.output.contains("2 × the answer is not the JSON of a user: 130, 180\n"))
    #expect(end.output.contains("2 × the connection was dropped: 91, 141\n"))
    #expect(try database.count() == 93)
  }

  @Test func `an existing user is updated`() async throws {
    let user = #"{"id": 7, "name": "Old Name", "email": "old@example.org"}"#
    let server = try await OtherServer(answering: user)
    let limit = "--timeout 600"
    let from = "--from \(server.address)"
    let old = try await Ended.running("\(from) --ids 7 \(limit)", into: database)
    await server.stop()
    #expect(old.exitCode == 0, "\(old)")
    #expect(try database.name(of: 7) == "Old Name")

    let new = try await Ended.running("--ids 7 \(limit)", into: database)

    #expect(new.exitCode == 0, "\(new)")
    #expect(try database.name(of: 7) == "Анна Коваленко")
    #expect(try database.count() == 1)

    let other = try await Ended.running("--ids 8 \(limit)", into: database)
    #expect(other.output.contains("database    1 user saved in "), "\(other)")
    #expect(try database.count() == 2)
  }

  @Test func `Ctrl-C discards pending requests and keeps saved users`() async throws {
    // Three late users come before the end, and keep the run from ending by itself.
    let limits = "--concurrency 3 --timeout 3600"
    let program = try Program("--ids 1-500 \(limits) --verbose", into: database)
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
    #expect(end.output.contains("database    \(rows) users saved in "))
    #expect(1..<500 ~= rows)
  }
}
