internal import PledgeCore

/// The promises that are pending, by number; not thread-safe.
///
/// A promise is in the table from its creation until it is settled, so the memory is proportional to
/// the number of pending ones.
struct PendingTable: ~Copyable, EventRecorder {
  struct Entry: Sendable {
    var site: Site
    var start: UInt64
    var operatorID: OperatorID?
    var words: Instrumentation.Words?
    var label: String?
    /// The promises that it waits for or has waited for: the one it was derived from, those that its
    /// handler returned, and those that it combines.
    var sources: [UInt64] = []
    /// The promise that last began to wait for this one; zero if none did.
    var waiter: UInt64 = 0

    init(_ event: borrowing Instrumentation.EventRecord) {
      site = event.site
      start = event.time
    }
  }

  private(set) var entries: [UInt64: Entry] = [:]
  /// The greatest number seen so far: a promise with a greater one was created before the recording,
  /// and has been numbered just now.
  private var greatest: UInt64 = 0

  mutating func take(
    _ event: borrowing Instrumentation.EventRecord,
    _ detail: borrowing Instrumentation.Detail
  ) -> Bool {
    switch event.event {
    case .created, .chained: create(event, detail)
    case .waits:
      noteUnseen(event.promise, event)
      wait(event.promise, for: event.other, event)
    case .labeled: entries[event.promise]?.label = detail.words?.label
    case .settled, .broken: entries[event.promise] = nil
    case .merged: merge(event.promise)
    case .unhandled, .settledAgain: break
    }
    return false
  }

  mutating func takeReleased() -> [any Error] { [] }

  private mutating func create(
    _ event: borrowing Instrumentation.EventRecord,
    _ detail: borrowing Instrumentation.Detail
  ) {
    let parent = event.event == .chained ? event.other : 0
    if parent != 0 { noteUnseen(parent, event) }
    var entry = Entry(event)
    entry.operatorID = event.operatorID
    entry.words = detail.words
    entry.label = entries[parent]?.label
    if parent != 0 { entry.sources = [parent] }
    entries[event.promise] = entry
    greatest = max(greatest, event.promise)
  }

  /// Adds a promise that was created before the recording; it is pending as far as is known.
  private mutating func noteUnseen(
    _ number: UInt64,
    _ event: borrowing Instrumentation.EventRecord
  ) {
    guard number > greatest else { return }
    greatest = number
    entries[number] = Entry(event)
  }

  private mutating func wait(
    _ number: UInt64,
    for other: UInt64,
    _ event: borrowing Instrumentation.EventRecord
  ) {
    noteUnseen(other, event)
    add(other, to: number)
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
