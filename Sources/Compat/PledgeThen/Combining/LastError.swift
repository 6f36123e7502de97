internal import PledgeSupport

/// The last error of several promises; later errors do not replace that of a broken promise.
struct LastError: Sendable {
  private let error = Locked<(any Error)?>(nil)

  func note(_ new: any Error) {
    // The previous error is released after unlocking.
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
