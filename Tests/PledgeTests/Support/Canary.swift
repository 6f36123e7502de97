/// Counts the canaries that live in it.
final class Cage: Sendable {
  private let count = Locked((hatched: 0, living: 0))
  private let weight: Int

  /// Creates a cage of canaries that are so heavy that a few of them show in the memory of a process.
  init(weight: Int = 65_536) {
    self.weight = weight
  }

  var living: Int { count.value.living }
  /// How many there have been.
  var hatched: Int { count.value.hatched }

  /// A new canary.
  func canary() -> Canary {
    count.withLock { $0 = ($0.hatched + 1, $0.living + 1) }
    return Canary(in: self, weight: weight)
  }

  /// A closure that holds a new canary, and does nothing else.
  func closure() -> @Sendable () -> Void {
    let canary = canary()
    return { withExtendedLifetime(canary) {} }
  }

  /// A handler that holds a new canary, and does nothing else.
  func handler<Input>() -> @Sendable (Input) -> Void {
    let closure = closure()
    return { _ in closure() }
  }

  fileprivate func leave() {
    count.withLock { $0.living -= 1 }
  }
}

/// An object whose life is counted; as an error, too.
final class Canary: Error {
  private let cage: Cage
  private let weight: [UInt8]

  fileprivate init(in cage: Cage, weight: Int) {
    self.cage = cage
    self.weight = Array(repeating: 0, count: weight)
  }

  deinit {
    cage.leave()
  }
}
