/// A thread-safe log of entries, in order.
public final class Log<Entry: Sendable>: Sendable {
  private let stored = Locked<[Entry]>([])

  /// Creates an empty log.
  public init() {}

  /// The entries added so far.
  public var entries: [Entry] { stored.value }

  /// Appends `entry`.
  public func add(_ entry: Entry) { stored.withLock { $0.append(entry) } }
}
