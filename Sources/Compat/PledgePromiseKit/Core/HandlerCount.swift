internal import class PledgeCore.Locked

/// How many handlers were registered with a promise, for its debug description.
///
/// A release build does not count: it would cost every promise a lock.
struct HandlerCount: Sendable {
  #if DEBUG
  private let count = Locked(0)

  func increment() {
    count.withLock { $0 += 1 }
  }

  var text: String { "pending(handlers: \(count.withLock { $0 }))" }
  #else
  func increment() {}

  var text: String { "pending" }
  #endif
}
