internal import CPledge
internal import PledgeSupport

/// Detachment of a consumer from its source, and its effect on the source.
///
/// A detached consumer is claimed and has no source in `upstream`. It stays in the list as a dead
/// entry until it is at the head or the list is swept. The list is swept once the detachments since
/// the last sweep are half as many as the live entries that were counted then, and at least 32.
/// Therefore, a detachment costs amortized O(1), and dead entries never outnumber both the live
/// ones and a small constant.
extension Node {
  /// Detaches this node from its source.
  ///
  /// Called only by the claimer.
  ///
  /// - Parameter endsSource: Whether the source is to be discarded if it has no other consumers.
  /// - Returns: The source, claimed for the caller, if it has to be discarded.
  final func detachFromSource(endsSource: Bool = true) -> Node? {
    while true {
      let word = upstream.loadAcquiring().source
      if word == 0 { return nil }
      let stripe = Stripe(of: word)
      stripe.lock()
      guard upstream.loadRelaxed().source == word else {
        // The source has ended, or another one has replaced it.
        stripe.unlock()
        continue
      }
      upstream.removeAcquiringAndReleasing(.anySource)
      var detachment = Detachment(endsSource: endsSource)
      // SAFETY: a thread that takes the source's list has to process this node, which is claimed
      // and not settled, and waits for the stripe there; so the source's memory is valid under the
      // stripe. The source may be in its deinit, so it is not retained here.
      unsafe Node.unmanaged(word)._withUnsafeGuaranteedRef { $0.didDetachConsumer(&detachment) }
      stripe.unlock()
      Node.releaseList(detachment.detached)
      return detachment.unusedSource
    }
  }

  /// Records that a consumer of this node has detached, and claims this node if it was the last.
  ///
  /// Called under this node's stripe.
  fileprivate final func didDetachConsumer(_ detachment: inout Detachment) {
    var found = state.loadAcquiring()
    guard markEdited(&found) else { return }
    aux = aux + 1 | AuxWord.detached
    guard popDead(&found, into: &detachment.detached) else { return }
    let flags = upstream.loadRelaxed()
    guard detachment.endsSource, !flags.isShared,
      flags.endsWithConsumers
    else { return }
    guard unsafe pledge_try_retain(UnsafeMutableRawPointer(raw) - ObjectLayout.headerSize) else {
      aux = AuxWord.detached | AuxWord.unretained
      return
    }
    detachment.retained = unsafe Unmanaged.passUnretained(self).takeRetainedValue()
    detachment.isClaimed = claimIfUnused(&found, into: &detachment.detached)
  }

  /// Removes dead entries from the newest end until a live one is found, and may then sweep the
  /// rest.
  ///
  /// - Returns: Whether this node is pending and the list is empty.
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
    aux = AuxWord.detached | aux & AuxWord.kept
    return true
  }

  /// Removes dead entries from the middle of the list once enough consumers have detached.
  private final func sweep(after head: Node, into detached: inout UInt) {
    let live = (aux >> AuxWord.liveShift & AuxWord.maxLive) * 32
    guard aux & AuxWord.detachmentsMask >= max(32, live / 2) else { return }
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
    let known = min(counted / 32, AuxWord.maxLive) << AuxWord.liveShift
    aux = known | AuxWord.detached | aux & AuxWord.kept
  }

  /// Claims this node if it has no consumers, or requests a discard if its handler is running.
  ///
  /// First removes dead entries again: a stage whose handler returned this node can detach before
  /// it is in the list, and if it is pushed concurrently, no other thread would remove it.
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

/// The results of a detachment that have to be processed outside of the lock.
private struct Detachment {
  /// Whether the source is to be discarded if it has no other consumers.
  let endsSource: Bool
  /// The entries removed from the source's list, linked by `next`, with its references.
  var detached: UInt = 0
  /// The source, retained if it may have to be discarded.
  var retained: Node?
  var isClaimed = false

  /// The source, if the caller has to discard it.
  var unusedSource: Node? { isClaimed ? retained : nil }
}
