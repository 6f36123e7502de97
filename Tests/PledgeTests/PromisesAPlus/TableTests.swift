import Foundation
import Testing

/// Checks `Documentation/PromisesAPlus.md` against the tests in this folder.
@Suite("Promises/A+: the table and the tests")
struct APlusTable {
  /// A row of the table: its clause number, and the tests listed for it.
  private struct Row {
    let clause: String
    let here: Substring

    var tests: [String] { here.matches(of: /`(clause\w+)`/).map { String($0.1) } }
    /// Whether the row explains why there is no test.
    var explains: Bool {
      here.hasPrefix("does not apply: ") || here.hasPrefix("by the clause")
    }
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  private static func rows() throws -> [Row] {
    let page = folder.appending(path: "../../../Documentation/PromisesAPlus.md").standardized
    return try String(contentsOf: page, encoding: .utf8)
      .matches(of: /\n\| (2[.\d]*) \| .+? \| (.+) \|(?=\n)/)
      .map { Row(clause: String($0.1), here: $0.2) }
  }

  /// Returns the clause number in the title of each test, keyed by the function name.
  private static func tests() throws -> [String: String] {
    var numbers: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      for test in text.matches(of: /@Test\(\s*"(2[.\d]*) [^@]*?func (clause\w+)\(/) {
        numbers[String(test.2)] = String(test.1)
      }
    }
    return numbers
  }

  @Test func `every test is in the row of its clause, and every test in the table is there`() throws
  {
    let named = try Self.rows().flatMap { row in row.tests.map { ($0, row.clause) } }

    #expect(try Dictionary(named) { first, _ in first } == Self.tests())
    #expect(try named.count == Self.tests().count)
  }

  @Test func `every clause has a test or says why not`() throws {
    let silent = try Self.rows().filter { $0.tests.isEmpty && !$0.explains }

    #expect(silent.map(\.clause) == [])
  }

  @Test func `no clause is left out`() throws {
    let clauses = try Self.rows().map(\.clause)
    let known = Set(clauses)

    #expect(clauses.count == 49)
    #expect(known.count == clauses.count)
    for clause in clauses where clause.contains(".") {
      // The preceding clause, or the parent clause.
      var parts = clause.split(separator: ".").compactMap { Int($0) }
      let last = parts.removeLast()
      if last > 1 { parts.append(last - 1) }
      let before = parts.map(String.init).joined(separator: ".")
      #expect(known.contains(before) || before == "2", "\(before) is missing before \(clause)")
    }
  }
}
