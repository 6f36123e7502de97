import Dispatch
import GRDB
import Pledge

extension User: FetchableRecord, PersistableRecord {}

/// The SQLite file that keeps the users, one row for each.
final class UserDatabase: Sendable {
  /// Where saving is done, one user after another, since SQLite has one writer anyway.
  let queue = DispatchQueue(label: "userloader.database")
  private let file: DatabaseQueue

  /// Opens the file at `path`, which is made if there is none.
  ///
  /// - Parameter path: Where the file is.
  /// - Throws: `StartError.unwritable` if the file cannot be written.
  init(path: String) throws {
    do {
      file = try DatabaseQueue(path: path, configuration: Self.patient)
      try file.write(Self.prepare)
    } catch let error as DatabaseError {
      throw StartError.unwritable(path: path, why: error.message ?? error.description)
    }
  }

  /// Saves `user`: a new row, or a new version of the row it has.
  func save(_ user: User) throws {
    try file.write { db in try user.upsert(db) }
  }

  /// Counts the rows, after every save that was begun before.
  func count() -> Promise<Int> {
    Promise(on: queue) { [file] in
      try file.read { db in try User.fetchCount(db) }
    }
  }

  /// Waits a while for another program that has locked the file.
  private static var patient: Configuration {
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
    // Writes even if the table was there, so that a file that is read-only is found out now.
    try db.execute(sql: "PRAGMA user_version = 1")
  }
}

extension Future where Value == User {
  /// Returns a promise that is fulfilled with the user once `database` has saved it.
  ///
  /// A user whose turn has not come when the promise is discarded is not saved any more.
  func saved(in database: UserDatabase) -> Promise<User> {
    tap(on: database.queue) { user in try database.save(user) }
  }
}
