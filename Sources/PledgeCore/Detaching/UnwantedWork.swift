/// The distinction between work whose last consumer detaches and a broken promise.
///
/// A consumer detaches in several steps: it is claimed, it detaches from its source, and so on up
/// the chain. Between two steps, another thread may release the last reference to the work. That
/// thread would find consumers that are still attached, and break the promise, although the first
/// thread is about to stop the work.
///
/// A promise that is chained after the work, and whose own handler is running, is claimed, too. It
/// cannot use the outcome of the work at that moment, so it counts as detaching.
extension Node {
  /// Whether this pending node has work that can be stopped, and all its consumers (at least one)
  /// are detaching.
  ///
  /// Accessible from any thread. The result describes this moment: a consumer that is claimed later
  /// counts as waiting.
  ///
  /// - Complexity: O(*n*) in the number of stages below, at most.
  final var isUnwanted: Bool {
    canBeStopped(registeredStops) && Node.areDetaching([self])
  }

  /// Whether all consumers of this node, if there are any, are detaching.
  ///
  /// Accessed in the deinit of this pending node, or of the pending node whose consumers this one
  /// has received.
  final var hasOnlyDetachingConsumers: Bool {
    let stripe = Stripe(of: address)
    stripe.lock()
    let waiting = waitingConsumers(in: state.loadRelaxed())
    stripe.unlock()
    return Node.areDetaching(waiting.map(\.node))
  }

  /// Returns whether this pending node stops its work when its last consumer detaches.
  final func canBeStopped(_ stops: [@Sendable () -> Void]) -> Bool {
    let flags = upstream.loadRelaxed()
    return !flags.isShared && (flags.isStoppable || !stops.isEmpty)
  }

  /// Returns whether each node has been claimed, or is about to lose its last consumer.
  private static func areDetaching(_ nodes: [Node]) -> Bool {
    var rest = nodes
    // Several paths may lead to a node, and it may be in a cycle that another thread is breaking.
    // The nodes are retained, so that no new node can reuse the address of one that has been
    // visited.
    var seen: [ObjectIdentifier: Node] = [:]
    while let node = rest.popLast() {
      guard seen.updateValue(node, forKey: ObjectIdentifier(node)) == nil else { continue }
      switch node.interest {
      case .none: continue
      case .own: return false
      case .consumers(let waiting): rest += waiting.map(\.node)
      }
    }
    return true
  }

  /// The reason why a consumer waits for its source.
  private enum SourceInterest {
    /// None: it is settled or claimed.
    case none
    /// Its own use of the outcome.
    case own
    /// The consumers that wait for it.
    case consumers([WaitingConsumer])
  }

  private final var interest: SourceInterest {
    let stripe = Stripe(of: address)
    stripe.lock()
    defer { stripe.unlock() }
    var found = state.loadAcquiring()
    // A thread that settles the node concurrently waits for the stripe before it serves the list.
    guard markEdited(&found), !found.isClaimed else { return .none }
    let isWanted = !found.hasConsumers || upstream.loadRelaxed().isShared
    return isWanted ? .own : .consumers(waitingConsumers(in: found))
  }

  /// Returns the entries of a list that have not detached.
  ///
  /// Called under the stripe, in the node's deinit or while the list is marked as edited.
  private final func waitingConsumers(in found: StateWord) -> [WaitingConsumer] {
    var waiting: [WaitingConsumer] = []
    var rest = found.list
    while rest != 0 {
      let consumer = Node.at(rest)
      rest = consumer.next
      if let entry = consumer.waitingConsumer { waiting.append(entry) }
    }
    return waiting
  }

  /// This consumer and its owner; `nil` if it has detached, or if the owner is being deinitialized.
  ///
  /// Accessed under the stripe of its source.
  private final var waitingConsumer: WaitingConsumer? {
    let found = upstream.loadAcquiring()
    if !found.hasSource { return nil }
    let word = !found.isDependent ? owners.loadAcquiring() : 0
    if word == 0 { return WaitingConsumer(consumer: self, owner: nil, staysAttached: true) }
    guard let owner = Node.retainingOwner(word) else { return nil }
    return WaitingConsumer(
      consumer: self,
      owner: owner,
      staysAttached: word & Node.staysAttachedMark != 0
    )
  }
}

/// A consumer that has not detached from its source.
private struct WaitingConsumer {
  let consumer: Node
  /// The node on whose behalf it waits.
  let owner: Node?
  /// Whether it stays attached when its owner is settled.
  let staysAttached: Bool

  /// The node that waits through the consumer: its owner, or itself.
  var node: Node {
    guard let owner, !(staysAttached && owner.isSettled) else { return consumer }
    return owner
  }
}
