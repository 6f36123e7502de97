/// Keeping loops flat: a turn of `func loop() { entryPoint().flatMap { loop() } }` waits for the next turn,
/// so without care the waits would be as many as the turns. Nodes that only forward to one that only
/// forwards, and that nobody refers to, are taken out.
extension Node {
  /// Takes forwarders out from among those that wait for this stage, whose handler has returned
  /// `inner`, and this stage itself if nobody would miss it.
  ///
  /// The claimer only.
  ///
  /// - Returns: Whether this stage is out; there is nothing to publish then.
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
    while spent != 0 {
      let forwarder = Node.taking(spent)
      spent = forwarder.next
      forwarder.endUnnoticed()
    }
    guard let successor else { return false }
    endUnnoticed()
    successor.breakCycle(through: inner)  // It is the one that is linked now.
    return true
  }

  /// Ends a claimed or pinned node that nobody refers to and nobody waits for.
  ///
  /// A weak reference may still come back to it, so it has an outcome.
  private final func endUnnoticed() {
    let number =
      InstrumentationFlags.current.includeAny(of: .events) ? Instrumentation.willMerge(self) : nil
    putError(ErrorFactory.discarded, .unknown)
    settle(.rejectedAndHandled)
    // Only now: an observer may come across it by a weak reference, and would wait for its end.
    if let number { Instrumentation.wasMerged(self, number: number) }
  }

  /// Makes the only consumer of this stage wait for `inner` instead.
  ///
  /// Under both stripes.
  ///
  /// - Returns: That consumer, unless somebody would miss this stage.
  private final func handOver(to inner: Node, _ move: inout LinkMove) -> Node? {
    var found = state.loadAcquiring()
    guard found.hasConsumers, onlyForwards(to: found.list), !found.isDiscardRequested,
      Node.isUnique(address), let links = linksUnderLock, !inner.isOpen, !inner.isLazy
    else { return nil }
    let consumer = Node.at(found.list)
    guard consumer !== inner, consumer.next == 0, consumer.pin() else { return nil }
    defer { consumer.unpin() }
    guard move.begin(links, to: consumer) else { return nil }
    guard state.exchangeAcquiringAndReleasing(&found, for: found.withoutList) else {
      move.cancel()
      return nil
    }
    consumer.redirect(from: address, to: inner.address)
    guard inner.inherit(consumer) else {
      consumer.redirect(from: inner.address, to: address)
      _ = inherit(consumer)
      move.cancel()
      return nil
    }
    move.commit()
    return consumer
  }

  /// Pushes a consumer with the reference that another list owned.
  ///
  /// - Returns: `false` if this is settled and nobody is delivering.
  private final func inherit(_ consumer: Node) -> Bool {
    var found = state.loadAcquiring()
    while !found.isOpen {
      consumer.next = found.list
      let desired = found.withList(consumer.address)
      if state.exchangeAcquiringAndReleasing(&found, for: desired) { return true }
    }
    return false
  }

  /// If the only consumer only forwards to one that only forwards, takes it out.
  ///
  /// Under both stripes.
  ///
  /// - Returns: The node that is out, with the reference that the list owned.
  private final func unlinkForwarder(
    holding held: (Stripe, Stripe),
    _ move: inout LinkMove
  ) -> Node? {
    let found = state.loadAcquiring()
    // Before there is a reference of ours.
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

  /// Makes the only consumer of `middle` a consumer of this.
  ///
  /// Under the stripes of both. `middle` is pinned and, if it is out, stays so: a discard that found
  /// it claimed would go away, and nobody would see to that if the claim were given back.
  private final func compressPath(_ middle: Node, _ state: StateWord, _ move: inout LinkMove) -> Bool {
    var mine = state
    guard middle.hasConsumers, let links = middle.linksUnderLock, middle.pin() else { return false }
    var theirs = middle.state.loadAcquiring()
    let consumer = Node.at(theirs.list)
    guard consumer.next == 0, consumer.onlyForwards(from: middle), consumer.pin() else {
      middle.unpin()
      return false
    }
    defer { consumer.unpin() }
    guard move.begin(links, to: consumer, alsoHolding: Stripe(of: middle.address)) else {
      middle.unpin()
      return false
    }
    let unlisted = theirs.withoutList
    guard middle.state.exchangeAcquiringAndReleasing(&theirs, for: unlisted) else {
      move.cancel()
      middle.unpin()
      return false
    }
    consumer.redirect(from: middle.address, to: address)
    let desired = mine.withList(consumer.address)
    guard self.state.exchangeAcquiringAndReleasing(&mine, for: desired) else {
      consumer.redirect(from: address, to: middle.address)
      _ = middle.inherit(consumer)
      move.cancel()
      middle.unpin()
      return false
    }
    move.commit()
    middle.upstream.removeAcquiringAndReleasing(.anySource)
    return true
  }

  /// Whether the newest consumer, which is at `word`, only passes the outcome of this node on.
  ///
  /// Under the stripe.
  private final func onlyForwards(to word: UInt) -> Bool {
    unsafe Node.unmanaged(word)._withUnsafeGuaranteedRef { $0.onlyForwards(from: self) }
  }

  /// Whether this node waits for `source` only to pass its outcome on.
  private final func onlyForwards(from source: Node) -> Bool {
    let found = upstream.loadRelaxed()
    return found.isForwarding && found.source == source.address
  }
}
