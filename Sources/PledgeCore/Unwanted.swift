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
    Node.areLeaving(Node.consumers(inListAt: state.loadRelaxed()))
  }

  /// Whether this pending node stops its work when its last consumer leaves.
  final func canBeStopped(_ stops: [@Sendable () -> Void]) -> Bool {
    let flags = upstream.loadRelaxed()
    return flags & Upstream.shared == 0 && (flags & Upstream.stoppable != 0 || !stops.isEmpty)
  }

  /// Whether each node has been claimed, or is about to be left by its last consumer.
  private static func areLeaving(_ nodes: [Node]) -> Bool {
    var rest = nodes
    while let node = rest.popLast() {
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
    // A thread that settles it meanwhile waits for the stripe, and so do the entries of the list.
    guard markEdited(&found), found & State.claimed == 0 else { return .none }
    let consumers = Node.consumers(inListAt: found)
    let isWanted = consumers.isEmpty || upstream.loadRelaxed() & Upstream.shared != 0
    return isWanted ? .own : .consumers(consumers)
  }

  /// The entries of a list that nothing removes meanwhile.
  private static func consumers(inListAt word: UInt) -> [Node] {
    var consumers: [Node] = []
    var rest = word & State.pointer
    while rest != 0 {
      consumers.append(Node.at(rest))
      rest = consumers[consumers.count - 1].next
    }
    return consumers
  }
}
