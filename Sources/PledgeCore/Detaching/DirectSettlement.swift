/// Preparation of a node that is settled directly, not by its handler.
extension Node {
  /// Detaches a node that is about to be settled directly from everything that it waits for.
  ///
  /// Also releases its handler. Its cleanup, if any, runs after the work above has been stopped.
  /// Called only by the claimer.
  @usableFromInline @inline(never) final func detach() {
    var propagation = DiscardPropagation()
    if mayWait {
      propagation.detachFromSource(of: self)
      if holdsRegistrations { propagation.addDependencies(takeHeldRegistrations()) }
      var attachments = takeAttachments()
      if let registrations = attachments?.takeRegistrations() {
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
    propagation.run(before: cleanup)
    cleanup?.run()
  }
}
