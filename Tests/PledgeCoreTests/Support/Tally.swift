import PledgeSupport

/// A thread-safe counter.
final class Tally: Sendable {
  private let total = Locked(0)

  func up() { total.withLock { $0 += 1 } }
  var count: Int { total.withLock { $0 } }
}
