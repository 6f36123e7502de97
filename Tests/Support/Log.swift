/// Records entries in order, from any thread.
package final class Log<Entry: Sendable>: Sendable {
  private let stored = Locked<[Entry]>([])

  /// Creates an empty log.
  package init() {}

  /// The entries, oldest first.
  package var entries: [Entry] { stored.value }

  /// The number of entries.
  package var count: Int { entries.count }

  /// Appends `entry`.
  package func add(_ entry: Entry) {
    stored.withLock { $0.append(entry) }
  }
}

extension Log<Void> {
  /// Appends an entry without content.
  package func add() {
    add(())
  }
}

extension Log<String> {
  /// Logs `entry` and returns `value`.
  package func pass<Value>(_ value: Value, _ entry: String) -> Value {
    add(entry)
    return value
  }
}
