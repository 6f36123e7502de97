import Foundation

/// A value behind a lock that the thread sanitizer sees.
public final class Guarded<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  /// Protects `value`.
  public init(_ value: sending Value) {
    self.value = value
  }

  /// Runs `body` with the value, alone; user code may not run in it.
  public func with<Output>(_ body: (inout Value) throws -> Output) rethrows -> Output {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}

/// A count that many threads take up.
public final class Tally: Sendable {
  private let total = Guarded(0)

  /// Starts at zero.
  public init() {}

  /// The current count.
  public var count: Int { total.with { $0 } }

  /// - Returns: The new count.
  @discardableResult public func up() -> Int {
    total.with { total in
      total += 1
      return total
    }
  }

  /// Subtracts one.
  public func down() {
    total.with { $0 -= 1 }
  }
}
