import Pledge

/// Promises that would wait for each other for ever (4.5).
extension ModelPromise {
  /// Rejects this if it waits for itself by a link that has just been made.
  ///
  /// - Parameter link: The registration that made it; for a stage that follows, the stage.
  func breakCycle(through link: ModelPromise) {
    guard case .pending = state, link.waits(for: self) else { return }
    state = .ending
    var walk = Walk()
    walk.leaveSource(of: self, isMissed: link !== self)
    finish(&walk)
    publishAndServe(.failure(Cycle.error), isHeard: false)
  }

  /// Whether this waits for `target`, by however many others.
  func waits(for target: ModelPromise) -> Bool {
    var rest = [self]
    var seen: Set<ObjectIdentifier> = []
    while let promise = rest.popLast() {
      guard case .pending = promise.state, let source = promise.source else { continue }
      if source === target { return true }
      guard seen.insert(ObjectIdentifier(source)).inserted else { continue }
      rest += [source] + source.ties + source.moreTies()
    }
    return false
  }
}

enum Cycle {
  static let error: any Error = CycleError()
}

enum Discarding {
  static let error: any Error = Discarded()

  static func isDiscard(_ error: any Error) -> Bool { error is Discarded }
}
