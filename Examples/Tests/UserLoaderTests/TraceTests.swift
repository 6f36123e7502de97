import Foundation
import Testing

/// What `--trace` and `--explain` tell of a run.
@Suite(.timeLimit(.minutes(15))) struct TraceTests {
  private let database: TemporaryDatabase

  init() throws { database = try TemporaryDatabase() }

  /// Starts the program in the folder of the database, so that paths can be relative to it.
  private func program(_ arguments: String) throws -> Program {
    let words = arguments.split(separator: " ").map(String.init)
    return try Program(words + ["--database", "users.sqlite"], in: database.folder)
  }

  private func file(_ name: String) throws -> Data {
    try Data(contentsOf: database.folder.appending(path: name))
  }

  @Test func `the trace has every attempt of those that failed, with its error`() async throws {
    let arguments = "--chaos --ids 90-91 --timeout 0.5 --retries 2 --trace trace.json"
    let end = try await program(arguments).ended()

    #expect(end.exitCode == 1, "\(end)")
    #expect(end.output.hasSuffix("trace       trace.json\n"))
    let spans = try JSONDecoder().decode(Spans.self, from: file("trace.json"))
    let timeouts = spans.errors(of: "timeout")
    #expect(timeouts.count { $0 == "not settled within 0.5 seconds" } == 3)
    #expect(timeouts.count { $0.contains("users/91") } == 3)
    let retries = spans.errors(of: "retry")
    #expect(retries.contains { $0.hasPrefix("failed 3 times") && $0.contains("0.5 seconds") })
    #expect(retries.contains { $0.hasPrefix("failed 3 times") && $0.contains("users/91") })
  }

  @Test func `a chain is named after the function that started it`() async throws {
    let end = try await program("--ids 1 --trace trace.txt").ended()

    #expect(end.exitCode == 0, "\(end)")
    let lines = String(decoding: try file("trace.txt"), as: UTF8.self).split(separator: "\n")
    for place in ["userloader/UserLoader.swift:", "userloader/UserDatabase.swift:"] {
      #expect(lines.contains { $0.hasPrefix(place) })
    }
    #expect(!lines.contains { $0.hasPrefix("PledgeFoundation/") })
  }

  @Test func `the explanation names who failed, each attempt, and who was slow`() async throws {
    let arguments = "--chaos --ids 89-91 --timeout 0.5 --retries 1 --explain"
    let end = try await program(arguments).ended()

    #expect(end.exitCode == 1, "\(end)")
    let lines = end.errors.split(separator: "\n")
    let start = try #require(lines.firstIndex(of: "Failed:"))
    let explanation = lines[start...].map(String.init)
    try #require(explanation.count > 5, "\(explanation)")
    #expect(explanation[1].hasPrefix("  user 90: no answer within 0.5 seconds, after "))
    #expect(explanation[2].hasPrefix("    retry #"))
    for line in explanation[3...4] {
      #expect(line.hasPrefix("      timeout #"))
      #expect(line.hasSuffix(": not settled within 0.5 seconds"))
    }
    #expect(explanation[5].hasPrefix("  user 91: the connection was dropped, after "))
    #expect(explanation.contains { $0.hasPrefix("  user 89: loaded, after ") })
    #expect(!explanation.contains { $0.hasPrefix("Pending") })
  }

  @Test func `after Ctrl-C both tell what was pending`() async throws {
    let arguments = "--chaos --ids 90-91 --timeout 3600 --retries 0 --verbose"
    let program = try program("\(arguments) --explain --trace trace.txt")
    var seen: [String] = []
    for await line in program.errors {
      seen.append(line)
      if line.hasPrefix("user 91: given up") { break }
    }
    program.interrupt()
    let end = await program.ended()

    #expect(end.exitCode == 130, "\(seen) \(end)")
    #expect(end.errors.contains("Pending at Ctrl-C:\n"))
    #expect(end.errors.contains("is up to its producer: nobody has settled it for "))
    let trace = String(decoding: try file("trace.txt"), as: UTF8.self)
    #expect(trace.contains("request #"))
    #expect(trace.contains("discarded after "))
  }

  @Test(
    arguments: ["page.html", "page", "page.x"]
  )
  func `a page is written unless the name ends with another format`(name: String) async throws {
    let end = try await program("--ids 1-2 --trace \(name)").ended()

    #expect(end.exitCode == 0, "\(end)")
    let page = String(decoding: try file(name), as: UTF8.self)
    #expect(page.lowercased().hasPrefix("<!doctype html"))
    #expect(page.contains("userloader/UserLoader.swift:"))
    let left = try FileManager.default.contentsOfDirectory(atPath: database.folder.path())
    #expect(left.filter { !$0.hasPrefix("users.sqlite") } == [name])
  }

  @Test func `a trace that cannot be written costs nothing but itself`() async throws {
    let name = String(repeating: "n", count: 300) + ".txt"
    let end = try await program("--ids 1-2 --explain --trace \(name)").ended()

    #expect(end.exitCode == 1, "\(end)")
    #expect(end.output.contains("loaded      2\n"))
    #expect(end.errors.contains("Slowest of those that were loaded:\n"))
    #expect(end.errors.contains("cannot be written to '\(name)'"))
    #expect(end.errors.contains("Name another file."))
    #expect(try database.count() == 2)
  }
}

/// What is read of a trace in Chrome's format.
private struct Spans: Decodable {
  struct Event: Decodable {
    let ph: String
    let name: String
    let args: [String: String]?
  }

  let traceEvents: [Event]

  /// The errors of the promises that an operator has made.
  func errors(of name: String) -> [String] {
    traceEvents.filter { $0.ph == "b" && $0.name.hasPrefix("\(name) #") }
      .compactMap { $0.args?["error"] }
  }
}
