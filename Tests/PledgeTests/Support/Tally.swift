/// Records entries in order.
final class Tally<Entry: Sendable>: Sendable {
  private let stored = Locked<[Entry]>([])

  var entries: [Entry] { stored.value }
  var count: Int { entries.count }

  func note(_ entry: Entry) {
    stored.withLock { $0.append(entry) }
  }
}

extension Tally<Void> {
  func note() {
    note(())
  }
}
