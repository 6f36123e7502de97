import Foundation
import GRDB

/// A folder for a database and other files of a run.
///
/// It is removed with this object.
final class TemporaryDatabase: Sendable {
  let path: String
  let folder: URL

  init() throws {
    folder = URL.temporaryDirectory.appending(path: "userloader-\(UUID().uuidString)")
    path = folder.appending(path: "users.sqlite").path()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Counts the users in the file, without the program.
  func count() throws -> Int? {
    try DatabaseQueue(path: path).read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM user")
    }
  }

  func name(of id: Int) throws -> String? {
    try DatabaseQueue(path: path).read { db in
      try String.fetchOne(db, sql: "SELECT name FROM user WHERE id = ?", arguments: [id])
    }
  }
}
