import Foundation
import Testing

/// Compares the table of `Documentation/PromisesAPlus.md` with the specification, whose clauses
/// have the tests.
@Suite("Promises/A+: the table")
struct PromisesAPlusTests {
  /// The numbers of the clauses of Promises/A+, and what each row says about its clause.
  private let rows: [(clause: String, here: Substring)]
  /// The numbers of the clauses of the specification.
  private let specified: Set<Substring>

  init() throws {
    func text(_ name: String) throws -> String {
      let file = URL(filePath: #filePath).appending(path: "../../../\(name)").standardized
      return try String(contentsOf: file, encoding: .utf8)
    }
    rows = try text("Documentation/PromisesAPlus.md")
      .matches(of: /\n\| (2[.\d]*) \| .+? \| (.+) \|(?=\n)/)
      .map { (String($0.1), $0.2) }
    specified = Set(try text("SPECIFICATION.md").matches(of: /\*\*([.\d]+)\*\*/).map(\.1))
  }

  @Test func `every clause is one of the specification, or says why not`() {
    for (clause, here) in rows where !here.hasPrefix("by the clause") {
      let named = here.matches(of: /\d+\.\d+\.\d+/).map(\.0)

      #expect(here.hasPrefix("does not apply: ") == named.isEmpty, "\(clause)")
      #expect(specified.isSuperset(of: named), "\(clause)")
    }
  }

  @Test func `no clause is left out`() {
    let known = Set(rows.map(\.clause))

    #expect(rows.count == 49)
    #expect(known.count == rows.count)
    for clause in known where clause.contains(".") {
      // The preceding clause, or the parent clause.
      var parts = clause.split(separator: ".").compactMap { Int($0) }
      let last = parts.removeLast()
      if last > 1 { parts.append(last - 1) }
      let before = parts.map(String.init).joined(separator: ".")
      #expect(known.contains(before) || before == "2", "\(before) is missing before \(clause)")
    }
  }
}
