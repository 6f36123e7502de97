/// The end of what is attached to a node, with its pending state; and dependencies, which may come
/// after it.
extension Node {
  /// Waits for edits of the list, and ends the attachments of this settled and draining node.
  ///
  /// - Parameters:
  ///   - list: The consumers at the time of the publication.
  ///   - takesList: Whether the list has been taken or, if it was empty, is taken now.
  /// - Returns: The current consumers; zero if the node is open from now on.
  @inline(never) final func endEdits(_ list: UInt, takesList: Bool) -> UInt {
    let attachments = takeLastAttachments()
    // While the node is draining, so that a consumer that registers now finds the disposal.
    if Node.mayHaveDisposals { endDisposals() }
    let current = list == 0 ? takeListOrOpen(takesList) : list
    // Consumed, because a copy would release the blocks here; see `end`.
    if var own = consume attachments { end(&own) }
    return current
  }

  /// Ends the attachments of this settled node, and leaves none to the caller: the blocks have to
  /// be released here, where the nesting is limited.
  private final func end(_ attachments: inout Attachments) {
    // These stops were added after the discard had taken the others.
    if !attachments.stops.isEmpty, isDiscarded { attachments.runStops() }
    Node.releaseDependencies(attachments.takeRegistrations())
    attachments.releaseStops()
  }

  /// Detaches consumers that are not promises from their sources.
  static func releaseDependencies(_ dependencies: consuming Registrations) {
    var propagation = DiscardPropagation()
    propagation.addDependencies(dependencies)
    propagation.run()
  }

  /// Detaches `consumers`, which are registered with other nodes, when this node is settled.
  ///
  /// Callable from any thread.
  ///
  /// - Parameters:
  ///   - consumers: The consumers.
  ///   - mayBeStage: Whether this node may be a stage. One whose handler waits for its job has no
  ///     source, but its payload is in use; unlike a bare root, it is dependent.
  @usableFromInline package final func addDependencies(
    _ consumers: consuming Registrations,
    mayBeStage: Bool = false
  ) {
    consumers.visit { $0.auxWord.storeReleasing(address) }
    let mayOccupy = !mayBeStage || upstream.loadRelaxed().isBareRoot
    if mayOccupy, occupy(with: &consumers) { return }
    if !attach({ $0.dependencies.append(consumers.take()) }) { Node.releaseDependencies(consumers) }
  }

  /// Adds a dependency like ``addDependencies(_:mayBeStage:)``, in the place of one that has ended.
  ///
  /// Both are in the table, never in the payload.
  ///
  /// Callable from any thread.
  package final func replaceDependency(_ old: Node?, by new: Node) {
    new.auxWord.storeReleasing(address)
    // The old one is released outside the lock.
    var replaced: Node?
    let isAttached = attach { replaced = $0.dependencies.replace(old, by: new) }
    if !isAttached { Node.releaseDependencies(.one(new)) }
    if isAttached, mayHaveLent { lendOn(by: new) }
    withExtendedLifetime(replaced) {}
  }
}
