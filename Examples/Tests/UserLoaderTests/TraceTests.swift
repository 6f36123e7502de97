import Foundation
import Testing

/// Tests the output of `--trace`.
@Suite(.timeLimit(.minutes(60))) struct TraceTests {
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

  /// A user that never gets a response, and one whose connections always break.
  @Test(
    arguments: [
      ("--ids 90 --timeout 0.5", "not settled within 0.5 seconds"),
      ("--ids 91 --timeout 600", "users/91"),
    ]
  )
  func `the trace contains every attempt of a failed user, with its error`(
    user: String,
    error: String
  ) async throws {
    let end = try await program("--chaos \(user) --retries 2 --trace trace.json").ended()

    #expect(end.exitCode == 1, "\(end)")
    #expect(end.output.hasSuffix("trace       trace.json\n"))
    let spans = try JSONDecoder().decode(Spans.self, from: file("trace.json"))
    #expect(spans.errors(of: "timeout").count { $0.contains(error) } == 3)
    let retries = spans.errors(of: "retry")
    #expect(retries.contains { $0.contains(": failed 3 times") && $0.contains(error) })
  }

  @Test func `a chain is named after the function that started it`() async throws {
    let end = try await program("--ids 1 --timeout 600 --trace trace.txt").ended()

    #expect(end.exitCode == 0, "\(end)")
    let lines = String(decoding: try file("trace.txt"), as: UTF8.self).split(separator: "\n")
    for place in ["userloader/UserLoader.swift:", "userloader/UserDatabase.swift:"] {
      #expect(lines.contains { $0.hasPrefix(place) })
    }
    #expect(!lines.contains { $0.hasPrefix("PledgeFoundation/") })
  }

  @Test func `after Ctrl-C, the trace shows the discarded promises`() async throws {
    let arguments = "--chaos --ids 90-91 --timeout 3600 --retries 0 --verbose"
    let program = try program("\(arguments) --trace trace.txt")
    var seen: [String] = []
    for await line in program.errors {
      seen.append(line)
      if line.hasPrefix("user 91: given up") { break }
    }
    program.interrupt()
    let end = await program.ended()

    #expect(end.exitCode == 130, "\(seen) \(end)")
    let trace = String(decoding: try file("trace.txt"), as: UTF8.self)
    #expect(trace.contains("request #"))
    #expect(trace.contains("discarded after "))
  }

  @Test(arguments: ["page.html", "page.htm"])
  func `a page is written if the name ends like one`(name: String) async throws {
    let end = try await program("--ids 1-2 --timeout 600 --trace \(name)").ended()

    #expect(end.exitCode == 0, "\(end)")
    let page = String(decoding: try file(name), as: UTF8.self)
    #expect(page.lowercased().hasPrefix("<!doctype html"))
    #expect(page.contains("userloader/UserLoader.swift:"))
    let files = try FileManager.default.contentsOfDirectory(atPath: database.folder.path())
    #expect(files.filter { !$0.hasPrefix("users.sqlite") } == [name])
  }

  @Test func `if the trace cannot be written, the users are still loaded`() async throws {
    let name = String(repeating: "n", count: 300) + ".txt"
    let end = try await program("--ids 1-2 --timeout 600 --trace \(name)").ended()

    #expect(end.exitCode == 1, "\(end)")
    #expect(end.output.contains("loaded      2\n"))
    #expect(end.errors.contains("cannot be written to '\(name)'"))
    #expect(end.errors.contains("Name another file."))
    #expect(try database.count() == 2)
  }
}

/// The parts of a trace in Chrome's format that tests read.
private struct Spans: Decodable {
  struct Event: Decodable {
    let ph: String
    let name: String
    let args: [String: String]?
  }

  let traceEvents: [Event]

  /// Returns the errors of the promises created by an operator.
  func errors(of name: String) -> [String] {
    traceEvents.filter { $0.ph == "b" && $0.name.hasPrefix("\(name) #") }
      .compactMap { $0.args?["error"] }
  }
}
