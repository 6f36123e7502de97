import Foundation

/// A value behind a lock that the thread sanitizer sees.
final class Guarded<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: sending Value) {
    self.value = value
  }

  /// Runs `body` with the value, alone; user code may not run in it.
  func with<Output>(_ body: (inout Value) throws -> Output) rethrows -> Output {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}

/// A count that many threads take up.
final class Tally: Sendable {
  private let total = Guarded(0)

  var count: Int { total.with { $0 } }

  /// - Returns: The new count.
  @discardableResult func up() -> Int {
    total.with { total in
      total += 1
      return total
    }
  }

  func down() {
    total.with { $0 -= 1 }
  }
}
