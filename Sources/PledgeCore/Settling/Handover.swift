internal import CPledge

/// The handover of the delivery from a settled node to another thread.
///
/// To preserve the order, it happens only between two handlers, and no consumer may be left without
/// a thread that serves it. Therefore, the delivering thread offers the remaining consumers, and
/// continues with them itself if no other thread takes them.
extension Delivery {
  /// The number of newcomers (consumers registered since the settlement) to serve before the others
  /// are offered.
  static var newcomers: UInt { UInt(PLEDGE_NEWCOMERS) }

  /// Counts a newcomer and, once enough have been served, offers the remaining consumers to a
  /// thread that may be registering with the source, and waits for it briefly.
  ///
  /// Called only between two handlers, because they must not overlap. If a consumer has registered
  /// since the last offer, and the last handler did not register it, another thread may be about to
  /// register again. Otherwise, this thread continues.
  ///
  /// - Returns: Whether another thread has taken the delivery over.
  @inline(never) mutating func handsOver() -> Bool {
    if allowance > 1 {
      allowance -= 1
      return false
    }
    let isOwn = CurrentThread.lastJoined == source.address
    CurrentThread.lastJoined = 0
    let newest = source.state.loadRelaxed().list
    guard !isOwn, newest != 0, newest != newestOffered else { return false }
    newestOffered = newest
    source.offerRest(list)
    if source.isTakenOverSoon || !source.takeOver() {
      list = 0
      isReleased = true
      return true
    }
    list = source.takeRest()
    // Another thread may have served all of these, and a consumer may have been deferred since.
    return list == 0 && !refill()
  }
}

extension Node {
  /// Gives up the delivery from this node; the consumers in `rest` precede those in the list.
  ///
  /// Called by the delivering thread, with consumers in the list.
  fileprivate final func offerRest(_ rest: UInt) {
    aux = rest
    // Releasing: `rest` and its consumers, to the thread that takes over.
    state.removeAcquiringAndReleasing(.draining)
  }

  /// Takes the consumers that precede those in the list or, in a delivery's queue, the link.
  ///
  /// Called by the delivering thread.
  final func takeRest() -> UInt {
    defer { aux = 0 }
    // A priority that was lent to the pending node may be left.
    return aux & ~AuxWord.lent
  }

  /// Whether another thread has taken the delivery over; waits for it briefly.
  fileprivate final var isTakenOverSoon: Bool {
    for round in 0..<UInt(PLEDGE_HANDOVER_ROUNDS) {
      if round != 0 { pledge_pause(round) }
      let found = state.loadRelaxed()
      if found.isDraining || !found.hasConsumers { return true }
    }
    return false
  }

  /// Takes over the delivery from this settled node.
  ///
  /// - Returns: `false` if another thread is delivering, or no consumer waits.
  final func takeOver() -> Bool {
    var found = state.loadRelaxed()
    while !found.isDraining, found.hasConsumers {
      // Acquiring: pairs with the deferral, for the consumers.
      if state.exchangeAcquiring(&found, for: found.draining) { return true }
    }
    return false
  }

  /// Defers the delivery from this node until the outermost handler returns; a thread that
  /// registers earlier takes it over.
  ///
  /// Called by the delivering thread at the nesting limit, with the consumers in the list.
  final func leaveDelivery(to nesting: Nesting) {
    nesting.deferDelivery(of: self)
    // Releasing: the consumers, to the thread that takes over.
    state.removeAcquiringAndReleasing(.draining)
  }
}
