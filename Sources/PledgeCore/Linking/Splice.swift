/// Path compression for loops: an iteration of `func loop() { step().flatMap { loop() } }` waits
/// for the next one, so the chain would grow with each iteration. Therefore, a node that only
/// forwards to another forwarder, and that has no other references, is spliced out.
///
/// A shared node keeps its work when its consumer detaches. Spliced out, it hands this on to its
/// source, which is then shared instead. If a signal can discard it, it stays, because the signal
/// would have to discard the work, too.
extension Node {
  /// Splices out forwarders that wait for this stage, whose handler has returned `inner`, and then
  /// this stage itself if it only has one forwarding consumer and no other references.
  ///
  /// Called only by the claimer.
  ///
  /// - Returns: Whether this stage has been spliced out; there is then nothing to publish.
  final func splice(into inner: Node) -> Bool {
    guard hasConsumers else { return false }
    let held = (Stripe(of: address), Stripe(of: inner.address))
    Stripe.lock(held.0, held.1)
    var spent: UInt = 0
    var move = LinkMove(holding: held)
    while let forwarder = unlinkForwarder(holding: held, &move) {
      forwarder.next = spent
      spent = forwarder.address
    }
    let successor = handOver(to: inner, &move)
    move.finish(from: self)
    Stripe.unlock(held.0, held.1)
    move.end()
    // The priority that the nodes which are gone were lent; none is lent to them from now on.
    var lent: UInt8 = 0
    var merges: [Merge] = []
    while spent != 0 {
      let forwarder = Node.taking(spent)
      spent = forwarder.next
      if forwarder.mayHaveLent { lent = max(lent, forwarder.lentMark) }
      forwarder.endSpliced(&merges)
    }
    guard let successor else {
      Node.reportMerges(merges)
      if lent != 0 { lend(lent) }
      return false
    }
    if mayHaveLent { lent = max(lent, lentMark) }
    endSpliced(&merges)
    Node.reportMerges(merges)
    if lent != 0 { inner.lend(lent) }
    successor.breakCycle(through: inner)  // The new link is that of the successor.
    return true
  }

  /// Ends a claimed or pinned node that has been spliced out: it has no other references and no
  /// consumers.
  ///
  /// It gets an outcome, because a weak reference to it may still be loaded.
  private final func endSpliced(_ merges: inout [Merge]) {
    markMerged(in: &merges)
    putError(DiscardedError.boxed, .unknown)
    settle(.rejectedAndHandled)
  }

  /// Makes the only consumer of this stage wait for `inner` instead.
  ///
  /// Called under the stripes of both nodes.
  ///
  /// - Returns: The consumer; `nil` if this stage cannot be spliced out.
  private final func handOver(to inner: Node, _ move: inout LinkMove) -> Node? {
    var found = state.loadAcquiring()
    guard found.hasConsumers, onlyForwards(to: found.list), !found.isDiscardRequested,
      Node.isUnique(address), let links = linksUnderLock, !inner.isOpen, !inner.isLazy
    else { return nil }
    let isShared = upstream.loadRelaxed().isShared
    guard !isShared || links.isEmpty else { return nil }
    let consumer = Node.at(found.list)
    guard consumer !== inner, consumer.next == 0, consumer.pin() else { return nil }
    defer { consumer.unpin() }
    guard move.begin(links, to: consumer) else { return nil }
    guard state.exchangeAcquiringAndReleasing(&found, for: found.withoutList) else {
      move.cancel()
      return nil
    }
    consumer.redirect(from: address, to: inner.address)
    // First, so that no thread finds the consumer without the flag; an open node ignores it.
    if isShared { inner.upstream.insertRelaxed(.shared) }
    guard inner.inherit(consumer) else {
      consumer.redirect(from: inner.address, to: address)
      _ = inherit(consumer)
      move.cancel()
      return nil
    }
    move.commit()
    return consumer
  }

  /// Pushes a consumer along with the reference that another list owned.
  ///
  /// - Returns: `false` if this node is open.
  private final func inherit(_ consumer: Node) -> Bool {
    var found = state.loadAcquiring()
    while !found.isOpen {
      consumer.next = found.list
      let desired = found.withList(consumer.address)
      if state.exchangeAcquiringAndReleasing(&found, for: desired) { return true }
    }
    return false
  }

  /// Splices out the only consumer if it only forwards to a consumer that only forwards.
  ///
  /// Called under the stripes of this node and the next source.
  ///
  /// - Returns: The node that was spliced out, with the reference that the list owned.
  private final func unlinkForwarder(
    holding held: (Stripe, Stripe),
    _ move: inout LinkMove
  ) -> Node? {
    let found = state.loadAcquiring()
    // Checked before a local variable adds a reference.
    guard found.hasConsumers, onlyForwards(to: found.list) else { return nil }
    guard Node.isUnique(found.list) else { return nil }
    let middle = Node.at(found.list)
    guard middle.next == 0 else { return nil }
    let stripe = Stripe(of: middle.address)
    let isHeld = stripe.index == held.0.index || stripe.index == held.1.index
    guard isHeld || stripe.tryLock() else { return nil }
    defer { if !isHeld { stripe.unlock() } }
    guard compressPath(middle, found, &move) else { return nil }
    move.finish(from: middle)
    return middle
  }

  /// Makes the only consumer of `middle` a consumer of this node.
  ///
  /// Called under the stripes of both. `middle` is pinned rather than claimed, and stays pinned if
  /// it is spliced out: a discard that found it claimed would only be requested, and would be lost
  /// if the claim were given back.
  private final func compressPath(_ middle: Node, _ state: StateWord, _ move: inout LinkMove)
    -> Bool
  {
    var ownState = state
    let isShared = middle.upstream.loadRelaxed().isShared
    guard middle.hasConsumers, let links = middle.linksUnderLock, !isShared || links.isEmpty,
      middle.pin()
    else { return false }
    var middleState = middle.state.loadAcquiring()
    let consumer = Node.at(middleState.list)
    guard consumer.next == 0, consumer.onlyForwards(from: middle), consumer.pin() else {
      middle.unpin()
      return false
    }
    defer { consumer.unpin() }
    guard move.begin(links, to: consumer, alsoHolding: Stripe(of: middle.address)) else {
      middle.unpin()
      return false
    }
    let unlisted = middleState.withoutList
    guard middle.state.exchangeAcquiringAndReleasing(&middleState, for: unlisted) else {
      move.cancel()
      middle.unpin()
      return false
    }
    consumer.redirect(from: middle.address, to: address)
    let desired = ownState.withList(consumer.address)
    guard self.state.exchangeAcquiringAndReleasing(&ownState, for: desired) else {
      consumer.redirect(from: address, to: middle.address)
      _ = middle.inherit(consumer)
      move.cancel()
      middle.unpin()
      return false
    }
    // The consumer is still pinned, so it cannot have detached yet.
    if isShared { upstream.insertRelaxed(.shared) }
    move.commit()
    middle.upstream.removeAcquiringAndReleasing(.anySource)
    return true
  }

  /// Returns whether the newest consumer, at `word`, only forwards the outcome of this node.
  ///
  /// Called under the stripe of this node.
  private final func onlyForwards(to word: UInt) -> Bool {
    unsafe Node.unmanaged(word)._withUnsafeGuaranteedRef { $0.onlyForwards(from: self) }
  }

  /// Returns whether this node waits for `source` only to forward its outcome.
  private final func onlyForwards(from source: Node) -> Bool {
    let found = upstream.loadRelaxed()
    return found.isForwarding && found.source == source.address
  }
}
