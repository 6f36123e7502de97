import Foundation

/// A value behind a lock that the thread sanitizer recognizes.
public final class Guarded<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  /// Protects `value`.
  public init(_ value: sending Value) {
    self.value = value
  }

  /// Runs `body` with exclusive access to the value.
  ///
  /// `body` must not call user code.
  public func with<Output>(_ body: (inout Value) throws -> Output) rethrows -> Output {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}

/// A counter that many threads can change.
public final class Tally: Sendable {
  private let total = Guarded(0)

  /// Creates a counter that starts at zero.
  public init() {}

  /// The current count.
  public var count: Int { total.with { $0 } }

  /// Adds one.
  ///
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
