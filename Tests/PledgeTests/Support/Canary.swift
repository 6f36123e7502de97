/// Counts the canaries that live in it.
final class Cage: Sendable {
  private let count = Locked(0)

  var living: Int { count.value }

  /// A new canary.
  func canary() -> Canary {
    count.withLock { $0 += 1 }
    return Canary(in: self)
  }

  /// A closure that holds a new canary, and does nothing else.
  func closure() -> @Sendable () -> Void {
    let canary = canary()
    return { withExtendedLifetime(canary) {} }
  }

  fileprivate func leave() {
    count.withLock { $0 -= 1 }
  }
}

/// An object whose life is counted; as an error, too.
final class Canary: Error {
  private let cage: Cage
  private let weight: [UInt8]

  fileprivate init(in cage: Cage) {
    self.cage = cage
    weight = Array(repeating: 0, count: 65_536)
  }

  deinit {
    cage.leave()
  }
}
