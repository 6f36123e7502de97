import Foundation

/// A value behind a lock that the thread sanitizer sees.
final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Value

  init(_ value: Value) { stored = value }

  var value: Value { lock.withLock { stored } }

  func withLock<Answer>(_ body: (inout Value) -> Answer) -> Answer {
    lock.withLock { body(&stored) }
  }
}

/// What goes wrong here.
struct Broken: Error, Equatable {}
