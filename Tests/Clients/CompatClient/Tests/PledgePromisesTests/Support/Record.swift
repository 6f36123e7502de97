import Foundation

/// What happened, in order, from any thread.
final class Record<Entry: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var list: [Entry] = []

  var entries: [Entry] { lock.withLock { list } }

  func add(_ entry: Entry) {
    lock.withLock { list.append(entry) }
  }
}

extension Record where Entry == Bool {
  /// Notes that it happened.
  func mark() { add(true) }

  var count: Int { entries.count }
}
