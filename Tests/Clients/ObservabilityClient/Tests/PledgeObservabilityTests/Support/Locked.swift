import Foundation

/// A value behind a lock that the thread sanitizer understands.
final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Value

  init(_ value: Value) { stored = value }

  func withLock<Answer>(_ body: (inout Value) -> Answer) -> Answer {
    lock.withLock { body(&stored) }
  }
}

/// Work that runs once, at the first call of `happen()` after it was put in.
final class Interruption: Sendable {
  private let work = Locked<(@Sendable () -> Void)?>(nil)

  func put(_ work: @escaping @Sendable () -> Void) { self.work.withLock { $0 = work } }

  func happen() {
    work.withLock { work in
      defer { work = nil }
      return work
    }?()
  }
}
