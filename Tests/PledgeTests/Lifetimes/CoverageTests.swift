import Foundation
import Testing

/// Checks that the tables of lifetime tests cover everything that returns a promise.
struct CoverageTests {
  /// Files that are not in the tables, and where their lifetimes are tested instead.
  private static let elsewhere = [
    "Callbacks": "HalfBuilt.producers",
    "Future": "LazyPromiseTests: `shared` returns the promise itself",
    "MapConcurrentlyAsync": "MapConcurrentlyAsyncTests, because it ends in a task",
    "ProgressObservation": "HalfBuilt.keepers, ProgressObservationTests",
  ]

  private static let tables: Set<String> =
    Set(Operator.all.map(\.file)).union(Combination.all.map(\.file)).union(elsewhere.keys)

  @Test func `every public function that returns a promise is in a table`() throws {
    let missing = try Self.files { try Self.returnsPromise($0) }.subtracting(Self.tables)

    #expect(missing.sorted() == [])
  }

  @Test func `every name in a table exists`() throws {
    let gone = try Self.tables.subtracting(Self.files { _ in true })

    #expect(gone.sorted() == [])
  }

  /// Returns the names of Pledge's source files for which `isIncluded` returns `true`.
  private static func files(where isIncluded: (String) throws -> Bool) throws -> Set<String> {
    let root = URL(filePath: #filePath).appending(path: "../../../../Sources/Pledge").standardized
    let names = try FileManager.default.subpathsOfDirectory(atPath: root.path)
    let found = try names.filter { $0.hasSuffix(".swift") }
      .map { root.appending(path: $0) }
      .filter { try isIncluded(String(contentsOf: $0, encoding: .utf8)) }
    #expect(!found.isEmpty)
    return Set(found.map { $0.deletingPathExtension().lastPathComponent })
  }

  private static func returnsPromise(_ text: String) throws -> Bool {
    let code = text.split(separator: "\n").filter { !$0.contains("//") }.joined(separator: "\n")
    return code.contains(/public [^{}]*\bfunc [^{}]*-> (Promise|Future)</)
  }
}
