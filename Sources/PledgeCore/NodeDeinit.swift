/// The end of a node that nobody refers to any more.
extension Node {
  /// A rejection goes; if nobody has seen the error, somebody is told.
  @inline(never) final func endRejected(_ found: StateWord) {
    if !found.isHandled {
      if let brokenPromise {
        brokenPromise.report(trail)
      } else {
        UnhandledRejection.report(error, of: self)
      }
    }
    drop((any Error).self)
  }

  /// Ends a pending promise, which has lost its producer, and tells its consumers.
  ///
  /// If they have all been claimed to leave it, its work is stopped, as it is when the last one leaves.
  @inline(never) final func endPending(_ found: StateWord) {
    if InstrumentationFlags.current.includeAny(of: .events) { Instrumentation.wasBroken(self) }
    guard found.hasConsumersOrEdits else { return releasePayload() }
    let stripe = Stripe(of: address)
    stripe.lock()
    let list = state.loadAcquiring().list
    let wasLeft = list == 0 && aux & Node.unretainedMark != 0
    state.storeRelaxed(found.onlyEdited)
    let failure = list == 0 ? nil : handOffConsumers(list)
    stripe.unlock()
    var attachments = (!found.isEdited ? nil : takeAttachments()) ?? Attachments()
    let isStopped =
      canBeStopped(attachments.stops) && (failure?.hasOnlyDetachingConsumers ?? wasLeft)
    Node.releaseDependencies(attachments.registrations)
    drop(&attachments.start)
    if isStopped { stop(attachments) } else { releasePayload() }
    attachments.releaseStops()
    failure?.deliverNow()
  }

  /// Stops the work of this node, which is in its deinit.
  private final func stop(_ attachments: Attachments) {
    let cleanup = vacate(discards: true)
    let all = Cleanup {
      cleanup?.run()
      attachments.runStops()
    }
    let nesting = CleanupNesting()
    if nesting.isAtLimit { nesting.runLater(all.run) } else { nesting.run(all) }
  }

  /// Releases the handler or the discard block, which may hold the last reference to a node like this
  /// one.
  private final func releasePayload() {
    guard upstream.loadRelaxed().isStoppable else {
      _ = vacate(discards: false)
      return
    }
    upstream.removeAcquiringAndReleasing(.stoppable)
    var block: Block? = take(Block.self)
    CleanupNesting().release(&block)
  }

  /// Gives the consumers of a node in its deinit a source that outlives it: a failure that stands
  /// in for it.
  ///
  /// Under the stripe.
  private final func handOffConsumers(_ list: UInt) -> Node {
    let failure = Node(failure: ErrorFactory.broken(BrokenPromise(of: self)), at: site)
    var rest = list
    while rest != 0 {
      let consumer = Node.at(rest)
      rest = consumer.next
      consumer.redirect(from: address, to: failure.address)
      // Who has pinned it may still be about to retain this node. Of the pin and this removal of
      // nothing one comes first: who pins later finds the failure, who did so earlier is waited for.
      consumer.state.removeAcquiringAndReleasing(.noBits)
      _ = consumer.waitWhilePinned()
    }
    failure.state.storeReleasing(Disposition.rejectedAndHandled.outcome.draining(list))
    return failure
  }

  /// Creates a rejected node that can be the source of any step.
  private convenience init(failure error: any Error, at site: Site) {
    self.init(
      unwatched: .rejectedAndHandled,
      upstream: .root,
      site: site,
      entryPoint: Node.inert
    )
    putError(error, Trail(from: .promise))
  }

  /// Names another source, unless this node has let go of the old one.
  final func redirect(from old: UInt, to new: UInt) {
    var found = upstream.loadRelaxed()
    while found.source == old {
      if upstream.exchangeAcquiringAndReleasing(&found, for: found.withSource(new)) {
        return
      }
    }
  }

  /// Delivers from a settled and draining node whose list is in the word.
  private final func deliverNow() {
    let nesting = Nesting()
    if nesting.isAtLimit { return leaveDelivery(to: nesting) }
    let list = takeListOrOpen()
    guard list != 0 else { return }
    nesting.enter()
    var delivery = Delivery(from: self, newestFirst: list)
    delivery.run()
    nesting.leave()
  }

  /// Rejects the node because its producer is lost, unless it is settled; discards it if it has work
  /// whose consumers are all leaving.
  ///
  /// Any thread.
  package final func breakPromise() {
    if state.loadRelaxed().isSettled { return }
    if isUnwanted { return discardNode() }
    guard beginSettling() else { return }
    putError(ErrorFactory.broken(BrokenPromise(of: self)), Trail(from: operatorID))
    settle(.rejectedAndHandled)
  }
}
