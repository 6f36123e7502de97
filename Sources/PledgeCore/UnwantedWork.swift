/// Telling work that has lost its last consumer from work whose producer is lost.
///
/// A consumer is detached in steps: it is claimed, it leaves its source, and so on up the chain. Between
/// two of them, another thread may release the last reference to the work. That thread would find
/// consumers which nothing will serve, and drop the work, where the first one was about to stop it.
extension Node {
  /// Whether this pending node has work that can be stopped, and had consumers, all of which are
  /// leaving.
  ///
  /// Any thread. Answers for this moment: a consumer that is claimed later has waited until now.
  ///
  /// - Complexity: O(*n*) in the number of stages below, at most.
  final var isUnwanted: Bool {
    canBeStopped(registeredStops) && Node.areDetaching([self])
  }

  /// Whether all consumers of this settled node are leaving it.
  ///
  /// The thread that delivers, with the consumers in the list.
  final var hasOnlyDetachingConsumers: Bool {
    let stripe = Stripe(of: address)
    stripe.lock()
    let waiting = waitingConsumers(in: state.loadRelaxed())
    stripe.unlock()
    return Node.areDetaching(waiting.map(\.node))
  }

  /// Whether this pending node stops its work when its last consumer leaves.
  final func canBeStopped(_ stops: [@Sendable () -> Void]) -> Bool {
    let flags = upstream.loadRelaxed()
    return !flags.isShared && (flags.isStoppable || !stops.isEmpty)
  }

  /// Whether each node has been claimed, or is about to be left by its last consumer.
  private static func areDetaching(_ nodes: [Node]) -> Bool {
    var rest = nodes
    // Several ways may lead to a node, and all of it may be in a cycle that another thread is breaking.
    // The nodes are kept, so that none is mistaken for one that has gone.
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

  /// Why a consumer waits for its source.
  private enum SourceInterest {
    /// It does not: it is settled, or claimed to be.
    case none
    /// For itself.
    case own
    /// For those that wait for it.
    case consumers([WaitingConsumer])
  }

  private final var interest: SourceInterest {
    let stripe = Stripe(of: address)
    stripe.lock()
    defer { stripe.unlock() }
    var found = state.loadAcquiring()
    // A thread that settles it meanwhile waits for the stripe before it serves the list.
    guard markEdited(&found), !found.isClaimed else { return .none }
    let isWanted = !found.hasConsumers || upstream.loadRelaxed().isShared
    return isWanted ? .own : .consumers(waitingConsumers(in: found))
  }

  /// The entries of a list that have not left.
  ///
  /// Under the stripe, by the thread that delivers or while the list is marked as edited.
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

  /// This consumer and the node that it works for; `nil` if it has left.
  ///
  /// Under the stripe of its source.
  private final var waitingConsumer: WaitingConsumer? {
    let found = upstream.loadAcquiring()
    if !found.hasSource { return nil }
    let word = !found.isDependent ? owners.loadAcquiring() : 0
    if word == 0 { return WaitingConsumer(consumer: self, owner: nil, staysAlone: true) }
    guard let owner = Node.retainingOwner(word) else { return nil }
    return WaitingConsumer(
      consumer: self,
      owner: owner,
      staysAlone: word & Node.staysAloneMark != 0
    )
  }
}

/// A consumer that has not left its source.
private struct WaitingConsumer {
  let consumer: Node
  /// The node that it works for.
  let owner: Node?
  /// Whether it does not leave when its owner is settled.
  let staysAlone: Bool

  /// The node that waits by the consumer: its owner, or itself.
  var node: Node {
    guard let owner, !(staysAlone && owner.isSettled) else { return consumer }
    return owner
  }
}
