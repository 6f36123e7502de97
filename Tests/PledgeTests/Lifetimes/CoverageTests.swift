import Foundation
import Testing

/// The tables of lifetimes have everything in them that returns a promise.
struct CoverageTests {
  /// What is tested otherwise, and where its lifetimes are.
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

  @Test func `what a table names is there`() throws {
    let gone = try Self.tables.subtracting(Self.files { _ in true })

    #expect(gone.sorted() == [])
  }

  /// The names of the sources of Pledge that `isIncluded` says yes to.
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
