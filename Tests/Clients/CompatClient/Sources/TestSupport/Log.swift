import Foundation

/// A value behind a lock that the thread sanitizer understands.
public final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Value

  /// Creates a lock for `value`.
  public init(_ value: Value) { stored = value }

  /// The current value.
  public var value: Value { lock.withLock { stored } }

  /// Returns the result of `body`, which may change the value and must not acquire the lock again.
  ///
  /// Not inlined, so that the result is released after unlocking.
  @inline(never)
  public func withLock<Answer>(_ body: (inout Value) -> Answer) -> Answer {
    lock.withLock { body(&stored) }
  }
}

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

extension Log<String> {
  /// Logs `entry` and returns `value`.
  public func pass<Value>(_ value: Value, _ entry: String) -> Value {
    add(entry)
    return value
  }
}
