/// Creates objects and counts those that are alive, to find leaks and premature releases.
package final class Cage: Sendable {
  private let count = Locked((hatched: 0, living: 0))
  private let weight: Int

  /// Creates a cage.
  ///
  /// - Parameter weight: The size of each canary in bytes. By default, a few leaked canaries are
  ///   visible in the memory use of the process.
  package init(weight: Int = 65_536) {
    self.weight = weight
  }

  /// The number of canaries that are alive.
  package var living: Int { count.value.living }

  /// The number of canaries ever created.
  package var hatched: Int { count.value.hatched }

  /// Creates a canary.
  package func canary() -> Canary {
    count.withLock { $0 = ($0.hatched + 1, $0.living + 1) }
    return Canary(in: self, weight: weight)
  }

  /// Returns a closure that holds a new canary and does nothing else.
  package func closure() -> @Sendable () -> Void {
    let canary = canary()
    return { withExtendedLifetime(canary) {} }
  }

  /// Returns a handler that holds a new canary and does nothing else.
  package func handler<Input>() -> @Sendable (Input) -> Void {
    let closure = closure()
    return { _ in closure() }
  }

  fileprivate func leave() {
    count.withLock { $0.living -= 1 }
  }
}

/// An object, also usable as an error, that its cage counts while it is alive.
package final class Canary: Error {
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
