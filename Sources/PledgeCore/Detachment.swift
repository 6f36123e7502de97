internal import CPledge

/// Leaving a source, and what that means for it.
///
/// A departed consumer has a claim and no source in `upstream`; it stays in the list as a dead entry
/// until it is at its head or the list is swept. Sweeps come after half as many departures as there
/// were live entries at the last one, so departures cost amortised O(1), and dead entries are never
/// more than the live ones, or a small number.
extension Node {
  /// Lets go of the source.
  ///
  /// The claimer only.
  ///
  /// - Returns: The source, claimed for the caller, if nobody waits for it any more.
  final func detachFromSource(endsSource: Bool = true) -> Node? {
    while true {
      let word = upstream.loadAcquiring().source
      if word == 0 { return nil }
      let stripe = Stripe(of: word)
      stripe.lock()
      guard upstream.loadRelaxed().source == word else {
        // The source has gone, or this was handed over to another one.
        stripe.unlock()
        continue
      }
      upstream.removeAcquiringAndReleasing(.anySource)
      var detachment = Detachment(endsSource: endsSource)
      // SAFETY: whoever takes the source's list has to pass this node, which is claimed and not
      // settled, and waits for the stripe there; so the source's memory is valid under it. It may
      // be in its deinit, so it is not retained here.
      unsafe Node.unmanaged(word)._withUnsafeGuaranteedRef { $0.lostConsumer(&detachment) }
      stripe.unlock()
      Node.releaseList(detachment.detached)
      return detachment.unusedSource
    }
  }

  /// Takes note that a consumer has been marked as gone.
  ///
  /// Under this source's stripe.
  fileprivate final func lostConsumer(_ detachment: inout Detachment) {
    var found = state.loadAcquiring()
    guard markEdited(&found) else { return }
    aux = aux + 1 | Node.detachedMark
    guard popDead(&found, into: &detachment.detached) else { return }
    let flags = upstream.loadRelaxed()
    guard detachment.endsSource, !flags.isShared,
      flags.endsWithConsumers
    else { return }
    guard unsafe pledge_try_retain(UnsafeMutableRawPointer(raw) - Node.headerSize) else {
      aux = Node.detachedMark | Node.unretainedMark
      return
    }
    detachment.retained = unsafe Unmanaged.passUnretained(self).takeRetainedValue()
    detachment.isClaimed = claimIfUnused(&found, into: &detachment.detached)
  }

  /// Says that the list is edited under the stripe.
  ///
  /// - Returns: `false` if this is settled.
  final func markEdited(_ found: inout StateWord) -> Bool {
    while !found.isSettledOrEdited {
      if state.exchangeAcquiringAndReleasing(&found, for: found.edited) {
        found = found.edited
      }
    }
    return found.isPending
  }

  /// Drops dead entries from the newest end, and sweeps when a live one is there.
  ///
  /// - Returns: Whether the list is empty.
  private final func popDead(_ found: inout StateWord, into detached: inout UInt) -> Bool {
    while found.hasConsumers {
      let head = Node.at(found.list)
      if head.upstream.loadRelaxed().hasSource {
        sweep(after: head, into: &detached)
        return false
      }
      let desired = found.withList(head.next)
      if state.exchangeAcquiringAndReleasing(&found, for: desired) {
        head.next = detached
        detached = head.address
        found = desired
      } else if found.isSettled {
        return false
      }
    }
    aux = Node.detachedMark
    return true
  }

  /// The low half of `aux` counts departures since the last sweep, the high half the live entries
  /// that were left by it; its highest bit says that some consumer has left.
  private static var goneMask: UInt { 0xFFFF_FFFF }
  private static var liveShift: UInt { 32 }
  static var detachedMark: UInt { 1 << 63 }
  /// The last consumer has left after the deinit had begun, which has to stop the work then.
  static var unretainedMark: UInt { 1 << 62 }

  /// Takes dead entries out of the middle once enough have gone.
  private final func sweep(after head: Node, into detached: inout UInt) {
    let live = (aux & ~Node.detachedMark) >> Node.liveShift
    guard aux & Node.goneMask >= max(32, live / 2) else { return }
    var kept = head
    var counted: UInt = 1
    while kept.next != 0 {
      let entry = Node.at(kept.next)
      if !entry.upstream.loadRelaxed().hasSource {
        kept.next = entry.next
        entry.next = detached
        detached = entry.address
      } else {
        kept = entry
        counted += 1
      }
    }
    aux = counted << Node.liveShift | Node.detachedMark
  }

  /// Claims this node, which has no consumer left, or dooms it if its handler is running.
  ///
  /// Who has come meanwhile may be gone already, and nobody else would drop it: a stage whose
  /// handler returned this node can leave it before it is in the list.
  private final func claimIfUnused(_ found: inout StateWord, into detached: inout UInt) -> Bool {
    while found.isPending, popDead(&found, into: &detached) {
      if found.isPinned {
        found = waitWhilePinned()
      } else if !found.isClaimed {
        if state.exchangeAcquiring(&found, for: found.claimed) { return true }
      } else if found.isDiscardRequested
        || state.exchangeAcquiring(&found, for: found.requestingDiscard)
      {
        return false
      }
    }
    return false
  }
}

/// What a departure leaves to be done outside of the lock.
private struct Detachment {
  /// Whether the source may have to go because this consumer has.
  let endsSource: Bool
  /// Entries that the source's list owned, linked by `next`.
  var detached: UInt = 0
  /// The source, if it is one that ends with its last consumer.
  var retained: Node?
  var isClaimed = false

  /// The source, if the caller has to discard it.
  var unusedSource: Node? { isClaimed ? retained : nil }
}
