import Foundation

/// A value behind a lock that the thread sanitizer sees.
public final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Value

  /// Starts with `value`.
  public init(_ value: Value) { stored = value }

  /// The value now.
  public var value: Value { lock.withLock { stored } }

  /// Returns what `body` returns, which may change the value, and calls nothing that takes the lock.
  public func withLock<Answer>(_ body: (inout Value) -> Answer) -> Answer {
    lock.withLock { body(&stored) }
  }
}
