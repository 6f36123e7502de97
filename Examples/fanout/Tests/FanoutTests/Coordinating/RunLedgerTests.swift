import Foundation
import GRDB
import PledgeTesting
import Testing

@testable import fanout

/// Tests ledgers in temporary files.
@Suite(.timeLimit(.minutes(60))) final class RunLedgerTests {
  private let path = FileManager.default.temporaryDirectory
    .appending(path: "fanout-\(UUID().uuidString).sqlite").path()

  deinit {
    for suffix in ["", "-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
  }

  private func answer(_ item: Int) -> Answer {
    Answer(item: item, worker: 1, value: Work.result(of: item))
  }

  @Test func `a ledger has the saved answers when it is opened again`() throws {
    do {
      let ledger = try RunLedger(path: path, items: 10)
      for item in [7, 2] { try ledger.save(answer(item)) }
    }

    #expect(try RunLedger(path: path, items: 10).answers() == [answer(2), answer(7)])
  }

  @Test func `an item cannot have two answers`() throws {
    let ledger = try RunLedger(path: path, items: 10)
    try ledger.save(answer(7))

    #expect(throws: DatabaseError.self) { try ledger.save(answer(7)) }
    #expect(try ledger.answers() == [answer(7)])
  }

  @Test func `a ledger in use cannot be opened by another run`() throws {
    let ledger = try RunLedger(path: path, items: 10)

    #expect(throws: LedgerError.inUse(path: path)) { try RunLedger(path: self.path, items: 10) }
    try ledger.save(answer(7))
  }

  @Test func `the ledger of another run is refused and not changed`() throws {
    do { try RunLedger(path: path, items: 10).save(answer(7)) }

    let error = #expect(throws: LedgerError.self) { try RunLedger(path: path, items: 11) }

    #expect(error == .otherRun(path: path, items: 10, version: Work.version))
    #expect(try RunLedger(path: path, items: 10).answers() == [answer(7)])
  }

  @Test(arguments: ["This is not a database, but the only copy of a poem.\n", "SQLite format 3"])
  func `a file of another program is refused and not changed`(text: String) throws {
    let content = Data((text + String(repeating: " ", count: 2000)).utf8)
    try content.write(to: URL(fileURLWithPath: path))

    #expect(throws: LedgerError.notALedger(path: path)) { try RunLedger(path: path, items: 10) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == content)
  }

  @Test func `the database of another program is refused and not changed`() throws {
    try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE run (items, version)") }
    let content = try Data(contentsOf: URL(fileURLWithPath: path))

    #expect(throws: LedgerError.notALedger(path: path)) { try RunLedger(path: path, items: 10) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == content)
  }

  @Test func `a file that cannot be created is reported`() throws {
    let error = #expect(throws: LedgerError.self) {
      try RunLedger(path: "/no/such/folder/ledger", items: 10)
    }

    #expect(error?.description.contains("'/no/such/folder/ledger'") == true)
    #expect(error?.description.contains("--ledger") == true)
  }

  @Test func `only items without a saved answer are given to workers`() async throws {
    let ledger = try RunLedger(path: path, items: 60)
    for item in stride(from: 0, to: 60, by: 2) { try ledger.save(answer(item)) }
    var run = Run(workers: .launched(2, of: executable, kills: 0), items: 60, ledger: ledger)
    run.policy.deadline = .seconds(240)

    let report = try await run.report()

    #expect(report.exitCode == 0, "\(report)")
    #expect(report.resumed == 30)
    #expect(Set(report.ledger.items) == Set(stride(from: 1, to: 60, by: 2)))
    #expect(report.outcomes.map(\.item) == Array(0..<60))
    #expect(try ledger.answers().map(\.item) == Array(0..<60))
  }

  @Test func `an answer that cannot be saved does not count`() async throws {
    let ledger = try RunLedger(path: path, items: 10)
    let workers = FakeWorkers()
    let dispatcher = Dispatcher(workers: 1, policy: Policy(), clock: ManualClock()) {
      workers.remote($0, $1)
    }
    let batch = dispatcher.map([7], limit: 1, ledger: ledger)
    try ledger.save(answer(7))

    try await workers.call(0).answer()

    #expect(try await expectFulfilled(batch)[0].failure is DatabaseError)
  }
}
