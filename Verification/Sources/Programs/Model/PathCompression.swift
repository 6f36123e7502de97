import Pledge

/// Chains that are shortened: promises that only wait for the promise that a handler returned are
/// left out where nothing can tell (12.2). This keeps loops flat, and decides how many rounds
/// later the consumers at the end of a loop are served. Work that a promise keeps because it is
/// shared (6.6.2) is kept by the promise that it waited for.
extension ModelPromise {
  /// Takes promises that only forward out of the chain below `stage`, whose handler has returned
  /// `inner`, and then `stage` itself.
  ///
  /// - Returns: Whether the consumer of `stage` now waits for `inner` in its place.
  static func splice(_ stage: inout ModelPromise, into inner: ModelPromise) -> Bool {
    guard stage !== inner, !inner.isOpen else { return false }
    while stage.spliceForwarder() {}
    guard let successor = stage.onlyForwarder, successor !== inner, stage.isPlain,
      case .running(isDiscardRequested: false) = stage.state,
      isKnownUniquelyReferenced(&stage), !inner.isLazy || inner.source != nil
    else { return false }
    successor.source = inner
    if stage.isShared { inner.isShared = true }
    inner.consumers.append(successor)
    stage.endSpliced()
    inner.lend(stage.lent)
    successor.breakCycle(through: successor)
    return true
  }

  /// Takes the only consumer out of the chain if it only forwards to one that only forwards.
  private func spliceForwarder() -> Bool {
    guard let isPlain = onlyForwarder?.isPlain, isPlain,
      isKnownUniquelyReferenced(&consumers[0]), let successor = consumers[0].onlyForwarder
    else { return false }
    let spliced = consumers[0]
    if spliced.isShared { isShared = true }
    lend(spliced.lent)
    successor.source = self
    consumers[0] = successor
    spliced.endSpliced()
    return true
  }

  /// The only consumer, if it waits only to pass the outcome on.
  private var onlyForwarder: ModelPromise? {
    guard consumers.count == 1, consumers[0].isForwarding, case .pending = consumers[0].state else {
      return nil
    }
    return consumers[0]
  }

  /// Whether nothing but its source and its consumers depends on this.
  private var isPlain: Bool { dependencies.isEmpty && stops.isEmpty }

  private func endSpliced() {
    state = .settled(.failure(DiscardedError()))
    isHandled = true
    (source, continuation, consumers) = (nil, nil, [])
  }

  /// Whether this is settled, no consumer waits, and none is being served.
  var isOpen: Bool { outcome != nil && !isServing && consumers.isEmpty }
}
