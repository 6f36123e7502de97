internal import PledgeSupport

/// The number of failed parts of a combination, and the last error.
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
    // The previous error is released after unlocking.
    _ = state.withLock { $0.note(error) }
  }

  /// Throws the last error if `count` parts, and thus all, have failed.
  func check(of count: Int) throws {
    let state = state.withLock { $0 }
    if state.count == count, let last = state.last { throw last }
  }
}
