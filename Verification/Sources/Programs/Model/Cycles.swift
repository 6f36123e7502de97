import Pledge

/// Promises that would wait for each other forever (4.5).
extension ModelPromise {
  /// Lends through a new link, and rejects this promise if it waits for itself through it.
  ///
  /// - Parameter link: The registration that made the link; for a following stage, the stage
  ///   itself.
  func breakCycle(through link: ModelPromise) {
    if outcome == nil { link.lendOn(lent) }
    // What else a following stage waits for was searched when it was added.
    guard case .pending = state, let start = link === self ? source : link else { return }
    let returnsToSource = start.awaited(strictly: false).contains { $0 === self }
    guard returnsToSource || start.isDeadlocked(with: self) else { return }
    state = .ending
    var propagation = DiscardPropagation()
    propagation.detachFromSource(of: self, endsSource: link !== self || !returnsToSource)
    finish(&propagation)
    publishAndServe(.failure(CycleError()), isHandled: false)
  }

  /// Whether this may settle although some of its dependencies never do.
  private var mayEndOtherwise: Bool {
    guard case .pending = state else { return true }
    return hasAlternatives
  }

  /// Collects the promises that this waits for, directly or indirectly.
  ///
  /// - Parameter isStrict: Whether to stop at promises that may settle otherwise.
  /// - Returns: The promises, without `self`.
  private func awaited(strictly isStrict: Bool) -> [ModelPromise] {
    if isStrict, mayEndOtherwise { return [] }
    var rest = [self] + dependencies + dynamicDependencies()
    var seen: Set<ObjectIdentifier> = []
    var found: [ModelPromise] = []
    while let promise = rest.popLast() {
      guard case .pending = promise.state, let source = promise.source,
        seen.insert(ObjectIdentifier(source)).inserted
      else { continue }
      found.append(source)
      if isStrict, source.mayEndOtherwise { continue }
      rest += [source] + source.dependencies + source.dynamicDependencies()
    }
    return found
  }

  /// Whether this waits for a queue slot that is never freed, because all running operations wait
  /// for `target` or for such a slot (14.1.11).
  ///
  /// Programs have only one queue.
  private func isDeadlocked(with target: ModelPromise) -> Bool {
    guard !target.mayEndOtherwise,
      let queue = ([self] + awaited(strictly: true)).lazy.compactMap({ $0.blockingQueue }).first,
      let running = queue.occupants
    else { return false }
    let awaited = running.map { $0.awaited(strictly: true) + [$0] }
    return awaited.contains { $0.contains { $0 === target } }
      && awaited.allSatisfy { $0.contains { $0 === target || $0.blockingQueue != nil } }
  }

  private var blockingQueue: ModelQueue? { mayEndOtherwise ? nil : awaitedQueue() }
}
