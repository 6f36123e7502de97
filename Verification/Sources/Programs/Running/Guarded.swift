import Foundation

/// A value behind a lock that the thread sanitizer recognizes.
final class Guarded<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: sending Value) {
    self.value = value
  }

  /// Runs `body` with exclusive access to the value.
  ///
  /// `body` must not call user code, and returns what it removes instead of releasing it. The
  /// result is released after unlocking: if this method were inlined, the optimizer might do so
  /// before.
  @inline(never)
  func with<Output>(_ body: (inout Value) throws -> Output) rethrows -> Output {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }

  /// Replaces a part of the value, and returns the old one, which is released after unlocking.
  @discardableResult
  func replace<Part>(_ part: WritableKeyPath<Value, Part>, by new: Part) -> Part {
    with { value in
      defer { value[keyPath: part] = new }
      return value[keyPath: part]
    }
  }
}

/// A counter that many threads can change.
final class Tally: Sendable {
  private let total = Guarded(0)

  init() {}

  var count: Int { total.with { $0 } }

  /// Adds one.
  ///
  /// - Returns: The new count.
  @discardableResult func up() -> Int {
    total.with { total in
      total += 1
      return total
    }
  }
}
