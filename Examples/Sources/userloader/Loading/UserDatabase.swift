import Dispatch
import GRDB
import Pledge

extension User: FetchableRecord, PersistableRecord {}

/// The SQLite file with the users, one row for each.
final class UserDatabase: Sendable {
  /// The queue that saves one user after another, because SQLite has only one writer.
  let queue = DispatchQueue(label: "userloader.database")
  private let file: DatabaseQueue

  /// Opens the file at `path`, and creates it if necessary.
  ///
  /// - Parameter path: The path of the file.
  /// - Throws: `StartError.unwritable` if the file cannot be written.
  init(path: String) throws {
    do {
      file = try DatabaseQueue(path: path, configuration: Self.configuration)
      try file.write(Self.prepare)
    } catch let error as DatabaseError {
      throw StartError.unwritable(path: path, why: error.message ?? error.description)
    }
  }

  /// Saves `user` as a new row, or updates its row.
  func save(_ user: User) throws {
    try file.write { db in try user.upsert(db) }
  }

  /// Counts the users saved since the file was opened, after all saves that were started earlier.
  func savedCount() -> Promise<Int> {
    Promise(on: queue) { [file] in
      try file.read { db in db.totalChangesCount }
    }
  }

  /// A configuration that waits up to five seconds if another program has locked the file.
  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    return configuration
  }

  private static func prepare(_ db: Database) throws {
    try db.create(table: User.databaseTableName, options: .ifNotExists) { table in
      table.primaryKey("id", .integer)
      table.column("name", .text).notNull()
      table.column("email", .text).notNull()
    }
    // Writes even if the table exists, so that a read-only file is detected now.
    try db.execute(sql: "PRAGMA user_version = 1")
  }
}

extension Future where Value == User {
  /// Returns a promise that is fulfilled with the user once `database` has saved it.
  ///
  /// If the promise is discarded before the user's turn, the user is not saved.
  func saved(in database: UserDatabase) -> Promise<User> {
    tap(on: database.queue) { user in try database.save(user) }
  }
}
