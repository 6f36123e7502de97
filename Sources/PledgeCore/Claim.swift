internal import CPledge

/// The right to settle a node: one thread gets it, and whoever has it is the only one to touch the
/// payload until it publishes an outcome or gives the right back.
extension Node {
  /// Claims the node.
  ///
  /// Any thread.
  @inlinable @inline(__always) package final func claim() -> Bool {
    // Acquiring: pairs with the registration that put the handler into the payload.
    var found = state.loadRelaxed()
    if found.isClaimable,
      state.exchangeAcquiring(&found, for: found.claimed)
    {
      return true
    }
    return claimSlowly()
  }

  @usableFromInline @inline(never) final func claimSlowly() -> Bool {
    var found = state.loadAcquiring()
    while found.isUnclaimed {
      if found.isPinned {
        found = waitWhilePinned()
      } else if state.exchangeAcquiring(&found, for: found.claimed) {
        return true
      }
    }
    return false
  }

  /// Claims the node or, where its own handler is running, dooms what that will return.
  ///
  /// Any thread.
  ///
  /// - Returns: Whether the caller has the claim.
  final func claimOrRequestDiscard() -> Bool {
    var found = state.loadAcquiring()
    while found.isPending {
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

  /// Gives the claim back.
  ///
  /// The claimer only.
  ///
  /// - Returns: `false` if the node has been doomed meanwhile; the caller keeps the claim then.
  final func unclaim() -> Bool {
    var found = state.loadRelaxed()
    while !found.isDiscardRequested {
      // Releasing: publishes the payload and the step to the next claimer.
      if state.exchangeReleasing(&found, for: found.unclaimed) { return true }
    }
    return false
  }
}

// MARK: - Pins

/// A pin keeps a node from being claimed or moved while a thread looks at the source it waits for,
/// and so keeps that source's memory valid: whatever ends the source has to pass this node first.
extension Node {
  /// Gets the right to settle the node by hand.
  ///
  /// Where nothing has to be let go of first, a pin will do: who comes too late waits for the few
  /// instructions until the node is settled, and finds it so. Any thread.
  @inlinable @inline(__always) package final func beginSettling() -> Bool {
    if upstream.loadRelaxed().isBareRoot { return pin() }
    return beginSettlingSlowly()
  }

  @usableFromInline @inline(never) final func beginSettlingSlowly() -> Bool {
    guard claim() else { return false }
    detach()
    return true
  }

  /// Pins the node, unless it is settled or somebody is about to settle or move it.
  @inlinable @inline(__always) final func pin() -> Bool {
    // Acquiring: pairs with the registration that set `upstream`.
    var found = state.loadRelaxed()
    if found.isClaimable,
      state.exchangeAcquiring(&found, for: found.pinned)
    {
      return true
    }
    return pinSlowly()
  }

  @usableFromInline @inline(never) final func pinSlowly() -> Bool {
    var found = state.loadAcquiring()
    while found.isUnclaimed {
      if found.isPinned {
        found = waitWhilePinned()  // Somebody else's pin must not hide the rest of a cycle.
      } else if state.exchangeAcquiring(&found, for: found.pinned) {
        // Acquiring: pairs with the registration that set `upstream`.
        return true
      }
    }
    return false
  }

  final func unpin() {
    state.removeAcquiringAndReleasing(.pinned)
  }

  /// Waits for the few instructions that a pin lasts.
  ///
  /// If the thread that pins has been preempted, this yields and, in the end, sleeps, so that a thread of
  /// any priority can go on.
  ///
  /// - Returns: The state, not pinned.
  final func waitWhilePinned() -> StateWord {
    var round: UInt = 0
    while true {
      let found = state.loadAcquiring()
      if !found.isPinned { return found }
      pledge_pause(round)
      round += 1
    }
  }
}
