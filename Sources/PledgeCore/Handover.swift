internal import CPledge

/// Handing the delivery from a settled node over to another thread.
///
/// Order allows it only between two handlers, and nothing may be left without a thread to run it. So the
/// thread that delivers offers the remaining consumers, and goes on with them itself if no other thread
/// takes them.
extension Delivery {
  /// How many consumers are served that have registered since the settlement, before the others are
  /// offered.
  static var newcomers: UInt { UInt(PLEDGE_NEWCOMERS) }

  /// Counts a newcomer and, once enough have been served, offers the remaining consumers to a thread
  /// that registers with the source, if there seems to be one, and waits for it for a moment.
  ///
  /// Between two handlers only, since the next one must not start before this one. A consumer that
  /// has registered since the last offer shows that another thread may be about to register again,
  /// unless the last handler has registered it. Without such a thread, this one goes on.
  ///
  /// - Returns: Whether another thread has taken the delivery over.
  @inline(never) mutating func handsOver() -> Bool {
    if allowance > 1 {
      allowance -= 1
      return false
    }
    let nesting = Nesting()
    let isOwn = nesting.lastJoined == source.address
    nesting.lastJoined = 0
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
    // Another thread may have served all of them, and a consumer may have been deferred since.
    return list == 0 && !refill()
  }
}

extension Node {
  /// Gives up the delivery from this node, of which the consumers in `rest` are served next.
  ///
  /// The thread that delivers, with consumers in the list.
  fileprivate final func offerRest(_ rest: UInt) {
    aux = rest
    // Releasing: `rest` and its consumers, to the thread that takes over.
    state.removeAcquiringAndReleasing(.draining)
  }

  /// Takes the consumers that are to be served before those in the list; also the link of a queue.
  ///
  /// The thread that delivers.
  final func takeRest() -> UInt {
    defer { aux = 0 }
    return aux
  }

  /// Waits a moment for another thread to take the delivery over.
  fileprivate final var isTakenOverSoon: Bool {
    for round in 0..<UInt(PLEDGE_HANDOVER_ROUNDS) {
      if round != 0 { pledge_pause(round) }
      let found = state.loadRelaxed()
      if found.isDraining || !found.hasConsumers { return true }
    }
    return false
  }

  /// Takes over the delivery from this node, which is settled.
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

  /// Leaves the delivery from this node to the outermost handler's return, or to a thread that
  /// registers before that.
  ///
  /// The thread that delivers, at the nesting limit, with the consumers in the list.
  final func leaveDelivery(to nesting: Nesting) {
    nesting.deferDelivery(of: self)
    // Releasing: the consumers, to the thread that takes over.
    state.removeAcquiringAndReleasing(.draining)
  }
}
