internal import CPledge

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
    canBeStopped(registeredStops) && Node.areLeaving([self])
  }

  /// Whether all consumers of this settled node are leaving it.
  ///
  /// The thread that delivers, with the consumers in the list.
  final var hasOnlyLeavingConsumers: Bool {
    let stripe = Stripe(of: address)
    stripe.lock()
    let waiting = waitingNodes(inListAt: state.loadRelaxed())
    stripe.unlock()
    return Node.areLeaving(waiting)
  }

  /// Whether this pending node stops its work when its last consumer leaves.
  final func canBeStopped(_ stops: [@Sendable () -> Void]) -> Bool {
    let flags = upstream.loadRelaxed()
    return flags & Upstream.shared == 0 && (flags & Upstream.stoppable != 0 || !stops.isEmpty)
  }

  /// Whether each node has been claimed, or is about to be left by its last consumer.
  private static func areLeaving(_ nodes: [Node]) -> Bool {
    var rest = nodes
    // Several ways may lead to a node, and all of it may be in a cycle that another thread is breaking.
    // The nodes are kept, so that none is mistaken for one that has gone.
    var seen: [ObjectIdentifier: Node] = [:]
    while let node = rest.popLast() {
      guard seen.updateValue(node, forKey: ObjectIdentifier(node)) == nil else { continue }
      switch node.interest {
      case .none: continue
      case .own: return false
      case .consumers(let consumers): rest += consumers
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
    case consumers([Node])
  }

  private final var interest: SourceInterest {
    let stripe = Stripe(of: address)
    stripe.lock()
    defer { stripe.unlock() }
    var found = state.loadAcquiring()
    // A thread that settles it meanwhile waits for the stripe before it serves the list.
    guard markEdited(&found), found & State.claimed == 0 else { return .none }
    let isWanted = found & State.pointer == 0 || upstream.loadRelaxed() & Upstream.shared != 0
    return isWanted ? .own : .consumers(waitingNodes(inListAt: found))
  }

  /// The nodes that wait by the entries of a list, which have not left.
  ///
  /// Under the stripe, by the thread that delivers or while the list is marked as edited.
  private final func waitingNodes(inListAt word: UInt) -> [Node] {
    var waiting: [Node] = []
    var rest = word & State.pointer
    while rest != 0 {
      let consumer = Node.at(rest)
      rest = consumer.next
      if let node = consumer.waitingNode { waiting.append(node) }
    }
    return waiting
  }

  /// The node that waits by this consumer, itself or the one it works for; `nil` if it has left.
  ///
  /// Under the stripe of its source.
  private final var waitingNode: Node? {
    let found = upstream.loadAcquiring()
    if found & Upstream.pointer == 0 { return nil }
    let owner = found & Upstream.dependent == 0 ? owners.loadAcquiring() : 0
    if owner == 0 { return self }
    // SAFETY: before its memory goes, an owner makes its consumers leave, under the stripe that is held.
    let isAlive = unsafe pledge_try_retain(UnsafeMutableRawPointer(bitPattern: owner))
    return isAlive ? Node.taking(owner) : nil
  }
}
