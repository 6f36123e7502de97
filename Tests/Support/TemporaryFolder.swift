package import Foundation

/// A folder that exists as long as this object.
package final class TemporaryFolder {
  /// The address of the folder.
  package let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("pledge-\(UUID().uuidString)")

  /// Creates the folder.
  package init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// The names of its files.
  package var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }
}
