import Foundation
import PledgeTestSupport
import Testing

/// Checks that the lifetime of everything that returns a promise is tested: a new operator needs a
/// row in `Operator` or `Combination`.
struct CoverageTests {
  /// Files that are not in the tables, and where their lifetimes are tested instead.
  private static let elsewhere = [
    "Callbacks": "HalfBuilt.producers",
    "Future": "6.6.1: `shared` returns the promise itself",
    "MapConcurrentlyAsync": "MapConcurrentlyAsyncTests, because it ends in a task",
    "PromiseQueueSteering": "QueueLifetimeTests",
    "ProgressObservation": "HalfBuilt.keepers, ProgressObservationTests",
    "SingleFlightCache": "15.7.2: `onChange` ends with its discard, or that of the cache",
    "TaskPromises": "TaskPromisesTests, because it ends in a task",
    "Undelivered": "UndeliveredTests: it returns the promise itself",
  ]

  private static let tables: Set<String> =
    Set(Operator.all.map(\.file)).union(Combination.all.map(\.file)).union(elsewhere.keys)

  @Test func `the lifetime of every public function that returns a promise is tested`() throws {
    let missing = try Self.files { try Self.returnsPromise($0) }.subtracting(Self.tables)

    #expect(missing.sorted() == [])
  }

  @Test func `every name in a table exists`() throws {
    let gone = try Self.tables.subtracting(Self.files { _ in true })

    #expect(gone.sorted() == [])
  }

  /// Returns the names of the source files for which `isIncluded` returns `true`.
  private static func files(where isIncluded: (String) throws -> Bool) throws -> Set<String> {
    let root = URL(filePath: #filePath).appending(path: "../../../../Sources/Pledge").standardized
    let names = try FileManager.default.subpathsOfDirectory(atPath: root.path)
    // Hints cannot be called.
    let found = try names.filter { $0.hasSuffix(".swift") && !$0.hasPrefix("Hints/") }
      .map { root.appending(path: $0) }
      .filter { try isIncluded(String(contentsOf: $0, encoding: .utf8)) }
    #expect(!found.isEmpty)
    return Set(found.map { $0.deletingPathExtension().lastPathComponent })
  }

  private static func returnsPromise(_ text: String) throws -> Bool {
    let code = text.split(separator: "\n")
      .filter { !$0.contains("//") && !$0.hasPrefix("public import ") }
      .joined(separator: "\n")
    return code.contains(/public [^{}]*\bfunc [^{}]*-> (Promise|Future)</)
  }
}
