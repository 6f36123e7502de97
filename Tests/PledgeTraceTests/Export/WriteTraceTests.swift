import Foundation
import Pledge
import PledgeTestSupport
import Testing

@testable import PledgeTrace

struct WriteTraceTests {
  private let trace = Trace(of: [.created(1), .chained(2, to: 1)])
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

  @Test func `the file name extension selects the format`() throws {
    let expected = [
      ("a.json", trace.chromeTraceJSON), ("a.dot", trace.graphviz), ("a.b.TXT", trace.text),
    ]
    for (name, text) in expected {
      try trace.write(to: path(name))
      #expect(try String(contentsOfFile: path(name), encoding: .utf8) == text)
    }
  }

  @Test(arguments: ["trace.pdf", "trace", "trace.", ".hidden/trace", ""])
  func `another extension is refused, and the valid ones are named`(name: String) throws {
    let error = #expect(throws: Trace.WritingError.self) { try trace.write(to: name) }

    let text = try #require(error?.description)
    #expect(text.contains("'\(name)'"))
    for ending in [".json", ".dot", ".txt"] { #expect(text.contains(ending)) }
  }

  @Test func `unprintable characters of a path are escaped`() {
    let error = #expect(throws: Trace.WritingError.self) { try trace.write(to: "a\u{1B}\n.pdf") }
    #expect(error?.description.contains(#"'a\u{1B}\n.pdf'"#) == true)
  }

  @Test func `a file that cannot be written is named, with the reason`() throws {
    let path = path("missing/trace.txt")
    let error = #expect(throws: Trace.WritingError.self) { try trace.write(to: path) }

    #expect(error?.path == path)
    // The rest of the message comes from the system.
    let problem = try #require(error?.problem)
    #expect(problem.contains("exist") || problem.contains("No such file"), "\(problem)")
  }

  @Test func `a folder in the way is not replaced`() throws {
    let path = path("trace.txt")
    try FileManager.default.createDirectory(
      atPath: path + "/kept",
      withIntermediateDirectories: true
    )

    #expect(throws: Trace.WritingError.self) { try trace.write(to: path) }
    #expect(FileManager.default.fileExists(atPath: path + "/kept"))
    #expect(try folder.names == ["trace.txt"])
  }

  @Test(arguments: [true, false])
  func `a symbolic link stays, and its target is written`(isThere: Bool) throws {
    if isThere { try "old".write(toFile: path("real.txt"), atomically: false, encoding: .utf8) }
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: path("second.txt"), withDestinationPath: "real.txt")
    try manager.createSymbolicLink(
      atPath: path("first.txt"),
      withDestinationPath: path("second.txt")
    )

    try trace.write(to: path("first.txt"))

    #expect(try String(contentsOfFile: path("real.txt"), encoding: .utf8) == trace.text)
    #expect(try manager.destinationOfSymbolicLink(atPath: path("first.txt")) == path("second.txt"))
    #expect(try manager.destinationOfSymbolicLink(atPath: path("second.txt")) == "real.txt")
  }
}
