/// The deinitialization of nodes.
extension Node {
  /// Releases the error of a rejected node, and reports it unless it has been handled; disposes of
  /// a value that no consumer has received.
  @inline(never) final func endSettled(_ found: StateWord) {
    if Node.mayHaveDisposals { releaseDisposals() }
    if !found.isRejected {
      _ = unsafe entryPoint(self, .dropValue)
      return
    }
    if !found.isHandled {
      if let brokenPromise {
        brokenPromise.report(trail)
      } else {
        reportUnhandled(knownError)
      }
    }
    drop((any Error).self)
  }

  /// Ends a pending node, and rejects its consumers with a broken promise.
  ///
  /// If all consumers are detaching, or the last one has detached during the deinit, stops the work
  /// and rejects the consumers with the discard error instead: the work is unwanted, not broken.
  @inline(never) final func endPending(_ found: StateWord) {
    guard found.hasConsumersOrEdits || holdsRegistrations else {
      reportEnd(isStopped: false)
      _ = vacate(discards: false)
      return
    }
    let isStoppable = canBeStopped
    let isUnwanted = isStoppable && hasOnlyDetachingConsumers
    let stripe = Stripe(of: address)
    stripe.lock()
    let list = state.loadAcquiring().list
    let (lastHasDetached, isIgnored) = (
      list == 0 && aux & AuxWord.unretained != 0, aux & AuxWord.ignored != 0
    )
    state.storeRelaxed(found.onlyEdited)
    let failure = list == 0 && !isIgnored ? nil : handOffConsumers(list, isBroken: !isUnwanted)
    stripe.unlock()
    var attachments = (!found.isEdited ? nil : takeAttachments()) ?? Attachments()
    // Consumers may have begun to detach since the first look.
    let isStopped =
      isStoppable
      && (failure.map { isUnwanted || $0.hasOnlyDetachingConsumers } ?? lastHasDetached)
    reportEnd(isStopped: isStopped)
    if holdsRegistrations { attachments.dependencies.append(takeHeldRegistrations()) }
    Node.releaseDependencies(attachments.takeRegistrations())
    drop(&attachments.start)
    if isStopped { stop(attachments) } else { _ = vacate(discards: false) }
    attachments.releaseStops()
    if found.isEdited, Node.mayHaveDisposals { releaseDisposals() }
    if isIgnored, let failure { failure.brokenPromise?.report(failure.trail) }
    failure?.deliverNow()
  }

  /// Stops the work of this node during its deinit.
  private final func stop(_ attachments: Attachments) {
    let cleanup = vacate(discards: true)
    let all = Cleanup {
      cleanup?.run()
      attachments.runStops()
    }
    let nesting = Nesting.cleanups
    if nesting.isAtLimit { nesting.deferCall(all.run) } else { nesting.run(all) }
  }

  /// Hands the consumers of this node off to a rejected node that outlives it.
  ///
  /// Called in this node's deinit, under its stripe.
  ///
  /// - Parameters:
  ///   - list: The consumers.
  ///   - isBroken: Whether this node is a broken promise; otherwise, it is discarded.
  /// - Returns: The rejected node.
  private final func handOffConsumers(_ list: UInt, isBroken: Bool) -> Node {
    let error: any Error =
      isBroken
      ? BrokenPromiseError(BrokenPromise(of: self)) : DiscardedError.boxed(.lastConsumer, for: self)
    let failure = Node(failure: error, at: site)
    var rest = list
    while rest != 0 {
      let consumer = Node.at(rest)
      rest = consumer.next
      consumer.redirect(from: address, to: failure.address)
      // A thread that has pinned the consumer may be about to retain this node. Removing no bits
      // orders this thread against pins: later pins see the failure, earlier ones are waited for.
      consumer.state.removeAcquiringAndReleasing(.noBits)
      _ = consumer.waitWhilePinned()
    }
    failure.state.storeReleasing(Disposition.rejectedAndHandled.outcome.draining(list))
    return failure
  }

  /// Creates a rejected node that can be the source of consumers of any type.
  private convenience init(failure error: any Error, at site: Site) {
    self.init(
      uninstrumented: .rejectedAndHandled,
      upstream: .root,
      site: site,
      entryPoint: Node.inert
    )
    putError(error, Trail(from: .promise))
  }

  /// Delivers from a settled and draining node whose list is in its state.
  private final func deliverNow() {
    let nesting = Nesting()
    if nesting.isAtLimit { return leaveDelivery(to: nesting) }
    let list = takeListOrOpen()
    guard list != 0 else { return }
    nesting.enter()
    var delivery = Delivery(from: self, newestFirst: list, in: .none)
    delivery.run()
    nesting.leave()
  }
}
