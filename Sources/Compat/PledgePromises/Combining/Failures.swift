internal import class PledgeCore.Locked

/// How many parts of a combination have failed, and with what the last one did.
final class Failures: Sendable {
  private struct State {
    var count = 0
    var last: (any Error)?

    mutating func note(_ error: any Error) -> (any Error)? {
      defer { (count, last) = (count + 1, error) }
      return last
    }
  }

  private let state = Locked(State())

  func note(_ error: any Error) {
    // The one before is released after unlocking.
    _ = state.withLock { $0.note(error) }
  }

  /// Throws the last error if all of so many parts have failed.
  func check(of count: Int) throws {
    let state = state.withLock { $0 }
    if state.count == count, let last = state.last { throw last }
  }
}
