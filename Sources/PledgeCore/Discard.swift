/// Discarding: work that nobody waits for is asked to stop, then everybody is told.
extension Node {
  /// Discards the node unless it is settled; if its own handler is running, once that returns.
  package final func discardNode() {
    if claimOrRequestDiscard() { Node.discardClaimed(self) }
  }

  /// Discards a node that the caller has claimed, and every one above it that nobody else waits for.
  @inline(never) static func discardClaimed(_ node: Node) {
    var propagation = DiscardPropagation()
    propagation.add(node)
    propagation.run(defersBlocks: true)
  }

  /// Frees a node that is about to be settled by hand from what it waits for.
  ///
  /// The claimer only.
  ///
  /// Its handler is released, its source loses a consumer, and if it cleans up, it does so now that
  /// the work above was asked to stop.
  @usableFromInline @inline(never) final func detach() {
    var propagation = DiscardPropagation()
    if mayWait {
      propagation.detachFromSource(of: self)
      var attachments = takeAttachments()
      if let registrations = attachments?.registrations { propagation.leave(registrations) }
      propagation.detachAll()
      attachments?.releaseStops()
      // What hung on this may have held the last reference to what was to be left.
      withExtendedLifetime(attachments) {}
    }
    finish(&propagation)
  }

  /// Empties the payload, and ends what a walk has left.
  ///
  /// The claimer only, to settle the node then.
  @inline(__always) final func finish(_ propagation: inout DiscardPropagation) {
    let cleanup = vacate(discards: false)
    propagation.run()
    cleanup?.run()
  }

  /// Empties the payload of a pending node.
  ///
  /// The claimer only.
  ///
  /// - Parameter discards: Whether a discard block is to run, or only to be released.
  /// - Returns: What has to run before the node is settled.
  final func vacate(discards: Bool) -> Cleanup? {
    if upstream.loadRelaxed().isStoppable {
      upstream.removeAcquiringAndReleasing(.stoppable)
      let block = take(Block.self)
      return discards ? Cleanup(block.run) : nil
    }
    // A handler that cleans up leaves that in the payload.
    let disposition = unsafe entryPoint(self, .dropHandler)
    return disposition == .fulfilled ? take(Cleanup.self) : nil
  }
}

/// What has to run before a node is settled that does not end by its own handler.
@usableFromInline package final class Cleanup: Sendable {
  let run: @Sendable () -> Void

  @usableFromInline package init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}
