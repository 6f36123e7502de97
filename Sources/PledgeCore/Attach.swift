/// Registering a consumer with its source.
extension Node {
  /// Registers `consumer`, which nobody else has seen and which names this node as its source, or
  /// delivers to it at once if this node is settled and nobody is delivering.
  ///
  /// Any thread.
  @inlinable @inline(__always) package final func consume(by consumer: Node) {
    if !attach(consumer) { deliver(to: consumer) }
  }

  /// Pushes `consumer` onto the list, which then owns a reference to it.
  ///
  /// If the node is settled and its consumers wait for a delivery that no thread has begun, this thread
  /// takes it over and delivers to all of them, `consumer` last.
  ///
  /// - Returns: `false` if this node is settled and no consumer waits.
  @inlinable @inline(__always) final func attach(_ consumer: Node) -> Bool {
    if state.loadRelaxed() == .pending {
      var expected = StateWord.pending
      // Releasing: publishes the consumer's fields to whoever takes the list.
      if state.exchangeReleasing(&expected, for: StateWord(list: Node.retaining(consumer))) { return true }
      Node.releasing(consumer)
    }
    return attachSlowly(consumer)
  }

  @usableFromInline @inline(never) final func attachSlowly(_ consumer: Node) -> Bool {
    var found = state.loadAcquiring()
    while true {
      let isServed = !found.isIdle
      let takesOver = !isServed && !Nesting().isAtLimit
      if takesOver, !found.hasConsumers { return false }
      consumer.next = found.list
      let base = takesOver ? found.draining : found
      // Acquiring, too: a settled state publishes the outcome that a deferred delivery will read, and
      // a deferred one the consumers whose delivery this thread takes over.
      if state.exchangeAcquiringAndReleasing(&found, for: base.withList(Node.retaining(consumer))) {
        if found.isSettled {
          didAttach(inSettled: found, takesOver: takesOver)
        } else if isLazy {
          startOnce()
        }
        return true
      }
      Node.releasing(consumer)
    }
  }

  /// Sees to it that the consumers of this node, which is settled, are delivered to.
  ///
  /// - Parameters:
  ///   - found: The state in which the registration found this node.
  ///   - takesOver: Whether this thread delivers.
  @inline(never) private final func didAttach(inSettled found: StateWord, takesOver: Bool) {
    let nesting = Nesting()
    if takesOver {
      nesting.enter()
      var delivery = Delivery(continuing: self)
      delivery.run()
      nesting.leave()
    } else if found.isDraining {
      nesting.lastJoined = address
    } else {
      nesting.deferDelivery(of: self)
    }
  }

  /// Notes that somebody has seen the error, if there is one.
  ///
  /// Any thread, once settled.
  @usableFromInline @inline(__always) package final func markHandled() {
    guard state.loadRelaxed().isUnhandledRejection else { return }
    state.insertRelaxed(.handled)
  }

  /// Runs a consumer that registered when this node was settled and nobody was delivering.
  @usableFromInline @inline(never) final func deliver(to consumer: Node) {
    // Who has left could have heard of a rejection, and did not want to.
    guard consumer.begin(from: self) else { return markHandled() }
    let nesting = Nesting()
    nesting.enter()
    let disposition = unsafe consumer.entryPoint(consumer, .resolve(with: self))
    if disposition != .ignored { markHandled() }
    if disposition.isOutcome { consumer.settle(disposition, honorsDiscardRequest: true) }
    nesting.leave()
  }

  /// Begins a handler that runs before its stage exists, on a fulfilled source to which nobody is
  /// delivering.
  ///
  /// The caller ends it with ``Nesting/leave()``.
  ///
  /// - Returns: `nil` if the stage has to be made and registered.
  @inlinable @inline(__always) package final func beginAtOnce() -> Nesting? {
    // Acquiring: pairs with the publication of the value.
    guard state.loadAcquiring().isOpenWithValue else { return nil }
    let nesting = Nesting()
    guard !nesting.isAtLimit else { return nil }
    nesting.enter()
    return nesting
  }
}

extension Node {
  /// Whether a consumer can be delivered to now, in order.
  package final var canDeliverAtOnce: Bool { isOpen && !Nesting().isAtLimit }

  /// Delivers to `consumer` now, or says that this cannot be done in order.
  package final func consumeAtOnce(by consumer: Node) -> Bool {
    guard canDeliverAtOnce else { return false }
    deliver(to: consumer)
    return true
  }
}
