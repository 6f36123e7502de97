internal import class PledgeCore.Locked

/// The error that came last of many promises, which is the one that counts, except that a loss stays.
struct LastError: Sendable {
  private let error = Locked<(any Error)?>(nil)

  func note(_ new: any Error) {
    // The one before is released without the lock.
    let isBrokenPromise = new.isBrokenPromise
    let old: (any Error)? = error.withLock { last in
      if last?.isBrokenPromise == true, !isBrokenPromise { return new }
      defer { last = new }
      return last
    }
    withExtendedLifetime(old) {}
  }

  func check() throws {
    if let error = error.withLock({ $0 }) { throw error }
  }
}
