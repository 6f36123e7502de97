import Foundation

/// A value protected by a lock that the thread sanitizer recognizes.
final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Value

  init(_ value: Value) {
    stored = value
  }

  var value: Value {
    get { lock.withLock { stored } }
    set { withLock { $0 = newValue } }
  }

  func withLock<Answer>(_ body: (inout Value) throws -> Answer) rethrows -> Answer {
    lock.lock()
    defer { lock.unlock() }
    return try body(&stored)
  }
}
