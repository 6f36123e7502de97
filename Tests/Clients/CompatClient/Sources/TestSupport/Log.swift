/// What happened, in order, from any thread.
public final class Log<Entry: Sendable>: Sendable {
  private let stored = Locked<[Entry]>([])

  /// Starts empty.
  public init() {}

  /// What was added so far.
  public var entries: [Entry] { stored.value }

  /// Adds `entry` at the end.
  public func add(_ entry: Entry) { stored.withLock { $0.append(entry) } }
}
