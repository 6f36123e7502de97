internal import CPledge

/// A claim is the right to settle a node. At most one thread has it, and only that thread accesses
/// the payload until it publishes an outcome or gives the claim back.
extension Node {
  /// Claims the node; returns `false` if it is settled or claimed.
  ///
  /// Callable from any thread.
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

  /// Claims the node or, if its handler is running, requests that a discard replace the outcome.
  ///
  /// Callable from any thread.
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

  /// Gives the claim back, unless a discard has been requested.
  ///
  /// Called only by the claimer.
  ///
  /// - Returns: `false` if a discard has been requested; the caller then keeps the claim.
  final func unclaim() -> Bool {
    var found = state.loadRelaxed()
    while !found.isDiscardRequested {
      // Releasing: publishes the payload and the entry point to the next claimer.
      if state.exchangeReleasing(&found, for: found.unclaimed) { return true }
    }
    return false
  }
}

// MARK: - Pins

/// A pin keeps a node from being claimed or moved while a thread accesses the node's source, or the
/// payload of a root. The source's memory stays valid, because a thread that ends the source has to
/// wait for the pin first.
extension Node {
  /// Pins the node, unless it is settled or another thread is about to settle or move it.
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
        found = waitWhilePinned()  // Another thread's pin must not hide the rest of a cycle.
      } else if state.exchangeAcquiring(&found, for: found.pinned) {
        // Acquiring: pairs with the registration that set `upstream`.
        return true
      }
    }
    return false
  }

  @usableFromInline final func unpin() {
    state.removeAcquiringAndReleasing(.pinned)
  }

  /// Waits until a pin ends.
  ///
  /// If the pinning thread has been preempted, this yields and eventually sleeps, so that a thread
  /// of any priority can continue.
  ///
  /// - Returns: The state without a pin.
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
