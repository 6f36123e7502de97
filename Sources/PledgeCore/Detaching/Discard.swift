/// Discarding: stops the work of a promise, and of promises above it that become unused, and then
/// rejects them. ``DiscardPropagation`` describes the whole path.
extension Node {
  /// Discards the node unless it is settled; if its handler is running, once the handler returns.
  package final func discardNode() {
    if claimOrRequestDiscard() { Node.discardClaimed(self) }
  }

  /// Discards a claimed node and the nodes above it that lose their last consumer.
  @inline(never) static func discardClaimed(_ node: Node) {
    var propagation = DiscardPropagation()
    propagation.add(node)
    propagation.run(defersBlocks: true)
  }

  /// Detaches a node that is about to be settled directly from everything that it waits for.
  ///
  /// Also releases its handler. Its cleanup, if any, runs after the work above has been stopped.
  /// Called only by the claimer.
  @usableFromInline @inline(never) final func detach() {
    var propagation = DiscardPropagation()
    if mayWait {
      propagation.detachFromSource(of: self)
      var attachments = takeAttachments()
      if let registrations = attachments?.registrations {
        propagation.addDependencies(registrations)
      }
      propagation.detachAll()
      attachments?.releaseStops()
      // The attachments may hold the last reference to a source of a dependency.
      withExtendedLifetime(attachments) {}
    }
    finish(&propagation)
  }

  /// Empties the payload, and completes the propagation, before the node is settled.
  ///
  /// Called only by the claimer.
  @inline(__always) final func finish(_ propagation: inout DiscardPropagation) {
    let cleanup = vacate(discards: false)
    propagation.run()
    cleanup?.run()
  }

  /// Empties the payload of a pending node.
  ///
  /// Called only by the claimer.
  ///
  /// - Parameter discards: Whether a discard block is returned; otherwise, it is released.
  /// - Returns: The cleanup that has to run before the node is settled.
  final func vacate(discards: Bool) -> Cleanup? {
    if upstream.loadRelaxed().isStoppable {
      upstream.removeAcquiringAndReleasing(.stoppable)
      let block = take(Block.self)
      return discards ? Cleanup(block.run) : nil
    }
    // A handler with cleanup has left it in the payload.
    let disposition = unsafe entryPoint(self, .dropHandler)
    return disposition == .fulfilled ? take(Cleanup.self) : nil
  }
}

/// Work that has to run before a node is settled otherwise than by its handler.
@usableFromInline package final class Cleanup: Sendable {
  let run: @Sendable () -> Void

  @usableFromInline package init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}
