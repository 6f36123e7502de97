import TestSupport

/// A thread-safe counter.
final class Count: Sendable {
  private let count = Locked(0)

  var value: Int { count.withLock { $0 } }
  func up() { count.withLock { $0 += 1 } }
}

/// Keeps a handler, which is never called.
final class Kept: Sendable {
  private let handler = Locked<(@Sendable (Int) -> Void)?>(nil)

  func keep(_ new: @escaping @Sendable (Int) -> Void) { handler.withLock { $0 = new } }
}
