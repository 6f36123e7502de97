internal import PledgeSupport

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
    canBeStopped
      && !InterestSearch(below: [WaitingConsumer(consumer: self)]).succeeds()
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
    return !InterestSearch(below: waiting).succeeds()
  }

  /// Whether this pending node stops its work when its last consumer detaches.
  final var canBeStopped: Bool {
    let flags = upstream.loadRelaxed()
    return !flags.isShared && (flags.isStoppable || hasRegisteredStop)
  }

  /// Finds out why this node waits for its source.
  ///
  /// - Parameter recalls: Whether a remembered node may stand for the consumers.
  /// - Returns: The reason.
  fileprivate final func interest(recalls: Bool) -> SourceInterest {
    let stripe = Stripe(of: address)
    stripe.lock()
    defer { stripe.unlock() }
    var found = state.loadAcquiring()
    // A thread that settles the node concurrently waits for the stripe before it serves the list.
    guard markEdited(&found), !found.isClaimed else { return .none }
    if !found.hasConsumers || upstream.loadRelaxed().isShared { return .own }
    if recalls, let witness = Attachments.tables[stripe][address]?.witness?.node {
      return .remembered(witness)
    }
    return .consumers(waitingConsumers(in: found))
  }

  /// Remembers that `witness`, which is below this combination, needs its outcome.
  fileprivate final func remember(_ witness: Node) {
    guard mayHaveDependencies else { return }
    var kept: Witness? = Witness(witness)
    _ = attach { attachments in
      if attachments.dependencies.isEmpty, !holdsRegistrations { return }
      swap(&attachments.witness, &kept)
    }
    // Released outside the lock.
    withExtendedLifetime(kept) {}
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
    let word = !found.isDependent ? auxWord.loadAcquiring() : 0
    if word == 0 { return WaitingConsumer(consumer: self) }
    guard let owner = Node.retainingOwner(word) else { return nil }
    return WaitingConsumer(
      consumer: self,
      owner: owner,
      staysAttached: word & AuxWord.staysAttached != 0
    )
  }
}

/// A consumer that has not detached from its source.
private struct WaitingConsumer {
  let consumer: Node
  /// The node on whose behalf it waits.
  var owner: Node?
  /// Whether it stays attached when its owner is settled.
  var staysAttached = true

  /// The node that waits through the consumer: its owner, or itself.
  var node: Node {
    guard let owner, !(staysAttached && owner.hasOutcome) else { return consumer }
    return owner
  }
}

/// The reason why a node waits for its source.
private enum SourceInterest {
  /// None: it is settled or claimed.
  case none
  /// Its own use of the outcome.
  case own
  /// The consumers that wait for it.
  case consumers([WaitingConsumer])
  /// The consumers that wait for it; the one found last may still do.
  case remembered(Node)
}

/// A search for a node that needs the outcome of one above it, and is not detaching.
///
/// The promises that a combination waits for may be released one after the other. A search for each
/// would take quadratic time, so the combination remembers the node that was found, and the next
/// search only asks that node. As long as it waits, the answer is that of the earlier search.
private struct InterestSearch {
  private struct Step {
    let node: Node
    /// Whether the node waits through a consumer that is not a promise.
    let isOwner: Bool
    /// The step to the node above.
    let above: Int?
  }

  /// All steps; they retain the nodes, so that no new node can reuse the address of one that has
  /// been visited.
  private var steps: [Step] = []
  private var open: [Int] = []
  /// Several paths may lead to a node, and it may be in a cycle that another thread is breaking.
  private var seen: Set<ObjectIdentifier> = []

  init(below consumers: [WaitingConsumer]) {
    add(consumers, below: nil)
  }

  private mutating func add(_ consumers: [WaitingConsumer], below above: Int?) {
    for consumer in consumers where seen.insert(ObjectIdentifier(consumer.node)).inserted {
      open.append(steps.count)
      let isOwner = consumer.node !== consumer.consumer
      steps.append(Step(node: consumer.node, isOwner: isOwner, above: above))
    }
  }

  /// Returns whether there is such a node.
  consuming func succeeds() -> Bool {
    while let step = open.popLast() {
      let node = steps[step].node
      switch node.interest(recalls: steps[step].isOwner) {
      case .none: continue
      case .own: return remember(node, from: step)
      case .consumers(let waiting): add(waiting, below: step)
      case .remembered(let witness):
        if case .own = witness.interest(recalls: false) { return remember(witness, from: step) }
        if case .consumers(let waiting) = node.interest(recalls: false) {
          add(waiting, below: step)
        }
      }
    }
    return false
  }

  /// Remembers the node that was found in the nearest combination above it.
  ///
  /// Only stages may be between the two: they end with their source, but a combination may go on
  /// without one of its members.
  private func remember(_ witness: Node, from step: Int) -> Bool {
    var next: Int? = step
    while let index = next, !steps[index].isOwner { next = steps[index].above }
    guard let combination = next.map({ steps[$0].node }), combination !== witness else {
      return true
    }
    // While the handler of a stage runs, what is below the stage does not need its dependencies.
    if !combination.upstream.loadRelaxed().hasSource { combination.remember(witness) }
    return true
  }
}
