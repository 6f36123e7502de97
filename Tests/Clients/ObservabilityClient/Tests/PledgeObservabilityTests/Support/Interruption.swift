import TestSupport

/// Work that runs once, at the first call of `happen()` after `put(_:)`.
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
