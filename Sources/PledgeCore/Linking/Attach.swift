/// Registration of consumers with their source.
extension Node {
  /// Registers `consumer`, or delivers to it immediately if this node is settled and no thread is
  /// delivering from it.
  ///
  /// `consumer` is not shared yet; its source is this node. Callable from any thread.
  @inlinable @inline(__always) package final func consume(by consumer: Node) {
    if !attach(consumer) { deliver(to: consumer) }
  }

  /// Pushes `consumer` onto the list, and gives the list a reference to it.
  ///
  /// If the delivery from this node is deferred, this thread takes it over and serves all waiting
  /// consumers, `consumer` last.
  ///
  /// - Returns: `false` if the caller has to deliver to `consumer`: this node is settled, no other
  ///   consumer waits, and the nesting limit has not been reached.
  @inlinable @inline(__always) final func attach(_ consumer: Node) -> Bool {
    if state.loadRelaxed() == .pending {
      var expected = StateWord.pending
      // Releasing: publishes the consumer's fields to the thread that takes the list.
      if state.exchangeReleasing(&expected, for: StateWord(list: Node.retaining(consumer))) {
        return true
      }
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
      // Also acquiring: a settled state publishes the outcome that a deferred delivery reads, and a
      // deferred state publishes the consumers whose delivery this thread takes over.
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

  /// Ensures that the consumers of this settled node are served.
  ///
  /// - Parameters:
  ///   - found: The state that the registration replaced.
  ///   - takesOver: Whether this thread delivers.
  @inline(never) private final func didAttach(inSettled found: StateWord, takesOver: Bool) {
    let nesting = Nesting()
    if takesOver {
      nesting.enter()
      var delivery = Delivery(continuing: self)
      delivery.run()
      nesting.leave()
    } else if found.isDraining {
      CurrentThread.lastJoined = address
    } else {
      nesting.deferDelivery(of: self)
    }
  }

  /// Runs the handler of a consumer that found this node settled and no thread delivering.
  @usableFromInline @inline(never) package final func deliver(to consumer: Node) {
    // A detached consumer counts as having handled the rejection.
    guard consumer.begin(from: self) else { return markHandled() }
    let nesting = Nesting()
    nesting.enter()
    let disposition = unsafe consumer.entryPoint(consumer, .resolve(with: self))
    if disposition != .ignored { markHandled() }
    // The node may have been broken before it had a consumer.
    brokenPromise?.wasHandled(by: consumer, of: self, disposition)
    if disposition.isOutcome { consumer.settle(disposition, honorsDiscardRequest: true) }
    nesting.leave()
  }

  /// Begins a handler that runs before its stage exists, if this node is fulfilled, no thread is
  /// delivering from it, and the value has no disposal.
  ///
  /// The caller ends the handler with ``Nesting/leave()``.
  ///
  /// - Returns: `nil` if the stage has to be created and registered.
  @inlinable @inline(__always) package final func beginAtOnce() -> Nesting? {
    // Acquiring: pairs with the publication of the value.
    guard state.loadAcquiring().isOpenWithPlainValue else { return nil }
    let nesting = Nesting()
    guard !nesting.isAtLimit else { return nil }
    nesting.enter()
    return nesting
  }
}

extension Node {
  /// Whether a consumer can be served now without overtaking others.
  package final var canDeliverAtOnce: Bool { isOpen && !Nesting().isAtLimit }
}
