/// Publishing the outcome. The claimer only, with the outcome in the payload.
extension Node {
  /// Settles the node and delivers to its consumers.
  ///
  /// Where doom is honoured, a discard that came while the node's handler was running replaces the
  /// outcome.
  @inlinable @inline(__always)
  package final func settle(_ disposition: Disposition, honorsDiscardRequest: Bool = false) {
    var expected = state.loadRelaxed()
    if expected == .claimed || expected == .pinned {
      // Releasing: publishes the payload to whoever finds the node settled.
      if state.exchangeReleasing(&expected, for: disposition.outcome) {
        reportOutcome()
        return
      }
    }
    settleSlowly(disposition, honorsDiscardRequest: honorsDiscardRequest)
  }

  @usableFromInline @inline(never)
  final func settleSlowly(_ disposition: Disposition, honorsDiscardRequest: Bool) {
    let nesting = Nesting()
    if nesting.isAtLimit {
      let waiting = publish(
        disposition,
        honorsDiscardRequest: honorsDiscardRequest,
        takesList: false
      )
      if waiting != 0 { leaveDelivery(to: nesting) }
      return
    }
    let list = publish(disposition, honorsDiscardRequest: honorsDiscardRequest, takesList: true)
    guard list != 0 else { return }
    nesting.enter()
    var delivery = Delivery(from: self, newestFirst: list)
    delivery.run()
    nesting.leave()
  }

  /// Ends the pending state.
  ///
  /// If there are consumers, the node is `draining` from now on and the caller has to deliver to
  /// them.
  ///
  /// The list comes off the word in the same step, if `takesList` says so.
  ///
  /// - Returns: The list of consumers, newest first.
  @inline(__always)
  final func publish(_ disposition: Disposition, honorsDiscardRequest: Bool, takesList: Bool)
    -> UInt
  {
    var outcome = disposition.outcome
    var isHonored = !honorsDiscardRequest
    var found = state.loadRelaxed()
    while true {
      if found.isDiscardRequested, !isHonored {
        outcome = replaceByDiscarded(disposition)
        isHonored = true
      }
      let list = found.list
      // Who finds the node open may link it by `aux`, which an edit under the stripe still uses.
      let isOpen = list == 0 && !found.isEdited
      // Acquiring: the consumers' fields. Releasing: the payload.
      if state.exchangeAcquiringAndReleasing(
        &found,
        for: isOpen ? outcome : outcome.draining(takesList ? 0 : list)
      ) {
        reportOutcome()
        return !found.isEdited ? list : endEdits(list, takesList: takesList)
      }
    }
  }

  /// Waits for who edits the list, and ends what hangs on the node, which is settled and draining.
  ///
  /// - Parameters:
  ///   - list: The consumers it had.
  ///   - takesList: Whether the list is off the word, or comes off now.
  /// - Returns: The consumers it has; zero if the node is open from now on.
  @inline(never) private final func endEdits(_ list: UInt, takesList: Bool) -> UInt {
    var attachments = takeLastAttachments()
    let current = list == 0 ? takeListOrOpen(takesList) : list
    if attachments != nil { end(&attachments) }
    return current
  }

  /// Replaces an outcome that nobody wants any more, before it is published.
  private final func replaceByDiscarded(_ disposition: Disposition) -> StateWord {
    if disposition == .fulfilled {
      _ = unsafe entryPoint(self, .dropValue)
    } else {
      drop((any Error).self)
    }
    putError(ErrorFactory.discarded, .unknown)
    return Disposition.rejectedAndHandled.outcome
  }

  /// Takes what has registered so far or, if nothing has, ends the draining.
  ///
  /// - Parameter takesList: Whether the list comes off the word, or is only looked at.
  /// - Returns: The list of consumers, newest first; zero if the node is open from now on.
  @inline(__always) final func takeListOrOpen(_ takesList: Bool = true) -> UInt {
    var found = state.loadRelaxed()
    while true {
      let list = found.list
      if list != 0, !takesList { return list }
      let desired = list == 0 ? found.opened : found.withoutList
      // Acquiring: the consumers' fields. Releasing: what the handlers did, to who registers next.
      if state.exchangeAcquiringAndReleasing(&found, for: desired) { return list }
    }
  }
}
