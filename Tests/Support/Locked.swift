import Foundation

/// A value protected by a lock that the thread sanitizer recognizes.
package final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Value

  /// Creates a lock that protects `value`.
  package init(_ value: Value) { stored = value }

  /// The current value.
  package var value: Value {
    get { lock.withLock { stored } }
    set {
      var old = newValue
      withLock { swap(&$0, &old) }
    }
  }

  /// Runs `body` with exclusive access to the value.
  ///
  /// Not inlined, so that the result is released after unlocking.
  @inline(never)
  package func withLock<Output>(_ body: (inout Value) throws -> Output) rethrows -> Output {
    lock.lock()
    defer { lock.unlock() }
    return try body(&stored)
  }
}
