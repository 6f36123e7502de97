/// Publication of the outcome.
///
/// Done only by a thread that has claimed or pinned the node, with the outcome in the payload.
extension Node {
  /// Settles the node and delivers to its consumers.
  ///
  /// If `honorsDiscardRequest` is set, a discard requested while the handler was running replaces
  /// the outcome.
  @inlinable @inline(__always)
  package final func settle(_ disposition: Disposition, honorsDiscardRequest: Bool = false) {
    var expected = state.loadRelaxed()
    if expected == .claimed || expected == .pinned {
      // Releasing: publishes the payload to threads that find the node settled.
      if state.exchangeReleasing(&expected, for: disposition.outcome) {
        reportOutcome()
        return
      }
    }
    settleSlowly(disposition, honorsDiscardRequest: honorsDiscardRequest)
  }

  /// Settles the node after `job` has run its handler; a requested discard replaces the outcome.
  final func settle(_ disposition: Disposition, in job: SharedJob) {
    settle(disposition, honorsDiscardRequest: true, in: job)
  }

  @usableFromInline @inline(never)
  final func settleSlowly(_ disposition: Disposition, honorsDiscardRequest: Bool) {
    settle(disposition, honorsDiscardRequest: honorsDiscardRequest, in: .none)
  }

  @inline(__always)
  private final func settle(
    _ disposition: Disposition,
    honorsDiscardRequest: Bool,
    in job: SharedJob
  ) {
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
    var delivery = Delivery(from: self, newestFirst: list, in: job)
    delivery.run()
    nesting.leave()
  }

  /// Ends the pending state.
  ///
  /// If there are consumers, the node is draining from now on, and the caller has to deliver to
  /// them. If `takesList` is set, the same atomic operation takes the list.
  ///
  /// - Returns: The list of consumers, newest first.
  @inline(__always)
  final func publish(_ disposition: Disposition, honorsDiscardRequest: Bool, takesList: Bool)
    -> UInt
  {
    var outcome = disposition.outcome
    var isHonored = !honorsDiscardRequest
    // Acquiring: pairs with the first declaration of a disposal, which sets a flag and then marks
    // the node; who finds the mark has to find the flag.
    var found = state.loadAcquiring()
    while true {
      if found.isDiscardRequested, !isHonored {
        outcome = replaceByDiscarded(disposition)
        isHonored = true
      } else if found.isEdited, outcome == .fulfilled, Node.mayHaveDisposals {
        outcome = preparedOutcome()
      }
      let list = found.list
      // A thread that finds the node open may link it by `aux`, but an edit may still use `aux`.
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

  /// Replaces an unpublished outcome with the discard error.
  private final func replaceByDiscarded(_ disposition: Disposition) -> StateWord {
    if disposition == .fulfilled {
      // From then on, the table has the disposal, which ends with the pending state.
      if Node.mayHaveDisposals { _ = preparedOutcome() }
      _ = unsafe entryPoint(self, .dropValue)
    } else {
      drop((any Error).self)
    }
    putError(DiscardedError.boxed, .unknown)
    return Disposition.rejectedAndHandled.outcome
  }

  /// Takes the consumers that have registered so far or, if there are none, ends the draining.
  ///
  /// - Parameter takesList: Whether the list is taken; otherwise it is only read.
  /// - Returns: The list of consumers, newest first; zero if the node is open from now on.
  @inline(__always) final func takeListOrOpen(_ takesList: Bool = true) -> UInt {
    var found = state.loadRelaxed()
    while true {
      let list = found.list
      if list != 0, !takesList { return list }
      let desired = list == 0 ? found.opened : found.withoutList
      // Acquiring: the consumers' fields. Releasing: the handlers' effects.
      if state.exchangeAcquiringAndReleasing(&found, for: desired) { return list }
    }
  }
}
