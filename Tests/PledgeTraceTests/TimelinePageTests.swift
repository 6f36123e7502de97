import Foundation
import Testing

@testable import PledgeTrace

@Suite("The timeline page")
struct TimelinePageTests {
  @Test("is one file: it refers to no other, and to no network")
  func isOneFile() {
    let page = timelinePage(json: #"{"version":1}"#)

    let addresses = page.matches(of: /\b(?:src|href|action)\s*=\s*"([^"]*)"/).map(\.output.1)
    #expect(addresses == ["data:,"])
    #expect(!page.contains("@import"))
    #expect(!page.contains("url("))
    #expect(page.contains("default-src 'none'"))
    let others = page.matches(of: /https?:[^"]*/).map { String($0.output) }
    #expect(others == ["http://www.w3.org/2000/svg"])
  }

  @Test("holds every script and style sheet of its folder once, whole")
  func holdsEveryPart() throws {
    let page = timelinePage(json: "{}")

    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let part = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      guard name != "page.html" else { continue }
      #expect(page.components(separatedBy: part).count == 2, "\(name)")
      #expect(!part.contains("</script") && !part.contains("<!--"), "\(name)")
    }
  }

  @Test("holds long data, copied once and not once for each escape")
  func isLinear() {
    let count = 1_000_000
    let page = timelinePage(json: "\"\(String(repeating: "<", count: count))\"")

    #expect(page.utf8.count > 6 * count)
    // Completion is the assertion: copies of the whole text would take minutes.
  }

  @Test("holds the data, which ends no element and begins none")
  func dataIsInert() throws {
    let markup = #"</script><script>alert(1)</script><!-- "quoted" \ "#
    let hostile = markup + "\u{2028}\u{2029}\n\u{1F600}"
    let json = try String(decoding: JSONEncoder().encode(["title": hostile]), as: UTF8.self)
      .replacingOccurrences(of: #"\/"#, with: "/")
    try #require(json.contains("</script>"))

    let page = timelinePage(json: json)

    let data = try #require(page.firstMatch(of: /id="trace">([^<]*)<\/script>/)).output.1
    #expect(!data.contains("\u{2028}") && !data.contains("\u{2029}"))
    let read = try JSONDecoder().decode([String: String].self, from: Data(data.utf8))
    #expect(read == ["title": hostile])
    let scripts = timelinePage(json: "{}").ranges(of: "<script").count
    #expect(page.ranges(of: "<script").count == scripts)
    #expect(page.ranges(of: "<!--").isEmpty)
  }

  @Test("does not mistake data for a reference to one of its parts")
  func dataIsNoReference() {
    let page = timelinePage(json: "\n<script src=\"page.js\"></script>\n{}")

    #expect(page.ranges(of: "new Page(").count == 1)
  }

  /// Writes the pages that `Scripts/Checks/timeline` tests in a browser.
  @Test(
    "is written for each data file in a given folder",
    .enabled(if: ProcessInfo.processInfo.environment["TIMELINE_DATA"] != nil)
  )
  func isWritten() throws {
    let name = try #require(ProcessInfo.processInfo.environment["TIMELINE_DATA"])
    let data = try FileManager.default
      .contentsOfDirectory(at: URL(fileURLWithPath: name), includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "json" }
    try #require(!data.isEmpty)

    for file in data {
      let page = timelinePage(json: try String(contentsOf: file, encoding: .utf8))
      let output = file.deletingPathExtension().appendingPathExtension("html")
      try page.write(to: output, atomically: true, encoding: .utf8)
    }
  }
}

private let folder = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .appendingPathComponent("Sources/PledgeTrace/Page")
