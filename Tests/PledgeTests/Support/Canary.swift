/// Counts the live canaries that it has created.
final class Cage: Sendable {
  private let count = Locked((hatched: 0, living: 0))
  private let weight: Int

  /// Creates a cage whose canaries are so large that a few show in the memory of the process.
  init(weight: Int = 65_536) {
    self.weight = weight
  }

  var living: Int { count.value.living }
  /// The number of canaries ever created.
  var hatched: Int { count.value.hatched }

  /// Creates a canary.
  func canary() -> Canary {
    count.withLock { $0 = ($0.hatched + 1, $0.living + 1) }
    return Canary(in: self, weight: weight)
  }

  /// Returns a closure that holds a new canary and does nothing else.
  func closure() -> @Sendable () -> Void {
    let canary = canary()
    return { withExtendedLifetime(canary) {} }
  }

  /// Returns a handler that holds a new canary and does nothing else.
  func handler<Input>() -> @Sendable (Input) -> Void {
    let closure = closure()
    return { _ in closure() }
  }

  fileprivate func leave() {
    count.withLock { $0.living -= 1 }
  }
}

/// An object, also usable as an error, whose lifetime is tracked.
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
