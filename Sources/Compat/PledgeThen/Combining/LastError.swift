internal import class PledgeCore.Locked

/// The error that came last of many promises, which is the one that counts.
struct LastError: Sendable {
  private let error = Locked<(any Error)?>(nil)

  func note(_ new: any Error) {
    // The one before is released without the lock.
    let old = error.withLock { error in
      defer { error = new }
      return error
    }
    withExtendedLifetime(old) {}
  }

  func check() throws {
    if let error = error.withLock({ $0 }) { throw error }
  }
}
