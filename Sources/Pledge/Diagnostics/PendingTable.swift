internal import PledgeCore
internal import PledgeSupport

/// The promises that are pending, by number; not thread-safe.
///
/// A promise is in the table from its creation until it is settled, so the memory is proportional
/// to the number of pending ones.
struct PendingTable: ~Copyable, EventRecorder {
  struct Entry: Sendable {
    let number: UInt64
    let site: Site
    let start: UInt64
    /// The address, which finds the label; zero if the creation was not seen.
    let address: UInt
    let operatorID: OperatorID?
    /// The name of the context on which the handler runs, or of the task.
    var name: String?
    /// The promises that it waits for or has waited for: the one it was derived from, those that
    /// its handler returned, and those that it combines.
    var sources: [UInt64] = []
    /// The promise that last began to wait for this one; zero if none did.
    var waiter: UInt64 = 0
    /// The promises that its task, or its handler, awaits, and how many times.
    var awaited: [UInt64: Int] = [:]
    /// The address of the queue whose operation it is; zero if it is none.
    var queue: UInt = 0
    /// The queue's limit while the operation waits.
    var limit: UInt64 = 0
    var isTask = false
    /// Whether the handler, or the body, has begun on its context.
    var hasBegun = false
    /// The priority that it was lent; zero if none.
    var priority: UInt8 = 0

    /// Creates the entry of a new promise, or of one that was created before the recording.
    init(
      _ number: UInt64,
      at site: Site,
      _ event: borrowing Instrumentation.EventRecord,
      address: UInt = 0,
      by operatorID: OperatorID? = nil,
      named name: String? = nil
    ) {
      (self.number, self.site, self.address) = (number, site, address)
      (self.operatorID, self.name, start) = (operatorID, name, event.time)
    }
  }

  private(set) var entries: [UInt64: Entry] = [:]

  mutating func take(
    _ event: borrowing Instrumentation.EventRecord,
    _ detail: borrowing Instrumentation.Detail
  ) -> Bool {
    switch event.event {
    case .created, .chained:
      entries[event.promise] = Entry(
        event.promise,
        at: event.site,
        event,
        address: event.address,
        by: event.operatorID,
        named: detail.words?.context
      )
      if event.event == .chained { wait(event) }
    case .waits: wait(event)
    case .settled, .broken:
      entries[event.promise] = nil
      entries.shrinkIfSparse()
    case .merged: merge(event.promise)
    case .task:
      entries[event.promise]?.isTask = true
      entries[event.promise]?.name = detail.words?.name
    case .began: entries[event.promise]?.hasBegun = true
    case .awaits: noteAwait(event)
    case .awaited:
      guard let count = entries[event.promise]?.awaited[event.other] else { break }
      entries[event.promise]?.awaited[event.other] = count > 1 ? count - 1 : nil
    case .queued:
      entries[event.promise]?.queue = event.address
      entries[event.promise]?.limit = event.other
    case .lent:
      let known = entries[event.promise]?.priority ?? 0
      entries[event.promise]?.priority = max(known, UInt8(clamping: event.other))
    case .labeled, .unhandled, .settledAgain: break
    }
    return false
  }

  mutating func takeReleased() -> [any Error] { [] }

  private mutating func addOther(of event: borrowing Instrumentation.EventRecord) {
    if !event.pendingOther.isUnknown, entries[event.other] == nil {
      entries[event.other] = Entry(event.other, at: event.pendingOther, event)
    }
  }

  private mutating func noteAwait(_ event: borrowing Instrumentation.EventRecord) {
    guard entries[event.promise] != nil else { return }
    addOther(of: event)
    entries[event.promise]?.awaited[event.other, default: 0] += 1
  }

  private mutating func wait(_ event: borrowing Instrumentation.EventRecord) {
    addOther(of: event)
    if entries[event.promise] == nil {
      entries[event.promise] = Entry(event.promise, at: event.site, event)
    }
    add(event.other, to: event.promise)
  }

  private mutating func add(_ source: UInt64, to number: UInt64) {
    guard var entry = entries.removeValue(forKey: number) else { return }
    // A loop waits for one promise after the other. At powers of two, so that a combination of many
    // takes linear time.
    if entry.sources.count >= 16, entry.sources.count.nonzeroBitCount == 1 {
      entry.sources.removeAll { entries[$0] == nil }
    }
    entry.sources.append(source)
    entries[number] = entry
    entries[source]?.waiter = number
  }

  /// Removes a stage that was spliced out of its chain: its only consumer waits for its sources.
  private mutating func merge(_ number: UInt64) {
    guard let entry = entries.removeValue(forKey: number) else { return }
    for source in entry.sources where entries[source] != nil { add(source, to: entry.waiter) }
  }
}
