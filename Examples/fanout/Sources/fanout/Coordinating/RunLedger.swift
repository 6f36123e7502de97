import Dispatch
import GRDB
import Pledge

/// The answers of a run in an SQLite file, from which an interrupted run is resumed.
///
/// An answer counts once it is saved. A run that was killed may have received answers that it did not
/// save, so their items are processed again; an item cannot have two answers, because it is the
/// primary key.
final class RunLedger: Sendable {
  /// Marks the file as a ledger, as SQLite's documentation recommends.
  private static let applicationID = 0x50_46_61_6E

  /// The queue that saves one answer after another, because SQLite has only one writer.
  let queue = DispatchQueue(label: "fanout.ledger")
  private let file: DatabaseQueue

  /// Opens the ledger at `path` for a run with `items`, and creates it if there is no file.
  ///
  /// The file is locked until the process ends.
  ///
  /// - Throws: `LedgerError`. Then the file is unchanged.
  init(path: String, items: Int) throws(LedgerError) {
    do {
      file = try DatabaseQueue(path: path, configuration: Self.configuration)
      try file.writeWithoutTransaction { db in
        if try Self.isEmpty(db) {
          try Self.create(db, items)
        } else {
          try Self.check(db, path, items)
        }
        // Locks the file, also if nothing is left to be saved.
        try db.execute(sql: "UPDATE run SET opened = opened + 1")
      }
    } catch let error as LedgerError {
      throw error
    } catch {
      throw LedgerError(error, path: path)
    }
  }

  /// The saved answers, in the order of the items.
  func answers() throws -> [Answer] {
    try file.read { db in
      try Row.fetchAll(db, sql: "SELECT item, value, worker FROM answer ORDER BY item").map { row in
        Answer(
          item: row["item"],
          worker: row["worker"],
          value: UInt64(bitPattern: row["value"])
        )
      }
    }
  }

  /// Saves `answer`.
  ///
  /// It must be the first one for its item.
  func save(_ answer: Answer) throws {
    try file.write { db in
      try db.execute(
        sql: "INSERT INTO answer (item, value, worker) VALUES (?, ?, ?)",
        arguments: [answer.item, Int64(bitPattern: answer.value), answer.worker]
      )
    }
  }

  /// With a lock for the whole run, so that two runs cannot write to the same file.
  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
    }
    return configuration
  }

  private static func isEmpty(_ db: Database) throws -> Bool {
    try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0
  }

  private static func create(_ db: Database, _ items: Int) throws {
    try db.inTransaction {
      try db.execute(
        sql: """
          PRAGMA application_id = \(applicationID);
          CREATE TABLE run (items INTEGER NOT NULL, version INTEGER NOT NULL, opened INTEGER NOT NULL);
          CREATE TABLE answer (
            item INTEGER PRIMARY KEY, value INTEGER NOT NULL, worker INTEGER NOT NULL
          );
          """
      )
      try db.execute(
        sql: "INSERT INTO run (items, version, opened) VALUES (?, ?, 0)",
        arguments: [items, Work.version]
      )
      return .commit
    }
    // A process that is killed loses nothing. After a power failure, the latest answers may be missing.
    try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
  }

  private static func check(_ db: Database, _ path: String, _ items: Int) throws {
    guard try Int.fetchOne(db, sql: "PRAGMA application_id") == applicationID,
      let run = try Row.fetchOne(db, sql: "SELECT items, version FROM run")
    else { throw LedgerError.notALedger(path: path) }
    let (expected, version): (Int, Int) = (run["items"], run["version"])
    guard (expected, version) == (items, Work.version) else {
      throw LedgerError.otherRun(path: path, items: expected, version: version)
    }
    try db.execute(sql: "PRAGMA synchronous = NORMAL")
  }
}

extension LedgerError {
  fileprivate init(_ error: any Error, path: String) {
    let error = error as? DatabaseError
    switch error?.resultCode {
    case .SQLITE_NOTADB?: self = .notALedger(path: path)
    case .SQLITE_BUSY?, .SQLITE_LOCKED?: self = .inUse(path: path)
    default: self = .unusable(path: path, why: error?.message ?? "unknown error")
    }
  }
}

extension Future where Value == Answer {
  /// Returns a promise that is fulfilled with the answer once `ledger` has saved it.
  ///
  /// If the promise is discarded before the answer's turn, the answer is not saved.
  func saved(in ledger: RunLedger) -> Promise<Answer> {
    tap(on: ledger.queue) { answer in try ledger.save(answer) }
  }
}

/// The reason why a file cannot be the ledger of a run, with a remedy.
///
/// The file has not been changed.
enum LedgerError: Error, Equatable {
  case notALedger(path: String)
  case otherRun(path: String, items: Int, version: Int)
  case inUse(path: String)
  case unusable(path: String, why: String)
}

extension LedgerError: CustomStringConvertible {
  var description: String {
    switch self {
    case .notALedger(let path):
      "The file '\(path)' is not the ledger of a run. Give another file with --ledger."
    case .otherRun(let path, let items, let version):
      """
      The ledger '\(path)' is that of another run, with \(items) items and version \(version) of this \
      program. Give its --items to resume it, or another file with --ledger.
      """
    case .inUse(let path):
      """
      The ledger '\(path)' is in use by another run. \
      Wait for its end, or give another file with --ledger.
      """
    case .unusable(let path, let why):
      """
      The ledger '\(path)' cannot be written: \(why). \
      Give a file that you may write with --ledger.
      """
    }
  }
}
