internal import CPledge

/// A search upward through everything that a node waits for.
struct UpwardSearch {
  enum SearchResult {
    case found
    case exhausted
    case undecided
  }

  private let target: Node
  private let isStrict: Bool
  private var remaining: Int
  private var branches: [Node] = []
  private var seen: Set<ObjectIdentifier> = []
  /// The queue slots that operations found by the search wait for.
  private(set) var slots: [Slot] = []

  /// Creates a search for `target` that takes at most `limit` steps.
  ///
  /// A strict search does not go past promises that may settle even if some of their dependencies
  /// never do.
  init(for target: Node, upTo limit: Int, isStrict: Bool = false) {
    self.target = target
    self.isStrict = isStrict
    remaining = limit
  }

  /// Searches for the target above `start`.
  mutating func run(from start: Node) -> SearchResult {
    if isStrict, start.mayEndOtherwise { return .exhausted }
    if start.mayHaveDependencies {
      guard let dependencies = start.dependencies(upTo: remaining) else { return .undecided }
      add(dependencies)
    }
    // `start` is not stored in `branches`, so that array usually stays empty and allocates nothing.
    var next: Node? = start
    while let start = next {
      var ascent = Ascent(from: start)
      while let source = ascent.next() {
        if source === target { return .found }
        remaining -= 1
        if remaining <= 0 { return .undecided }
        // Only branches can converge; a linear chain is searched without a set.
        if !seen.isEmpty, !seen.insert(ObjectIdentifier(source)).inserted { break }
        if isStrict, source.mayEndOtherwise { break }
        guard source.mayHaveDependencies else { continue }
        guard let dependencies = source.dependencies(upTo: remaining) else { return .undecided }
        add(dependencies)
      }
      next = branches.popLast()
    }
    return .exhausted
  }

  private mutating func add(_ dependencies: Dependencies) {
    remaining -= dependencies.consumers.count
    branches += dependencies.consumers.filter { seen.insert(ObjectIdentifier($0)).inserted }
    if let slot = dependencies.slot, slot.isAwaited { slots.append(slot) }
  }
}

/// The sources above a node, in order.
///
/// The ascent also terminates in a cycle that does not contain the node; the thread that closed
/// that cycle breaks it. To detect such a cycle, the ascent remembers a source at doubling
/// distances and stops when it meets that source again (Brent's algorithm).
struct Ascent {
  private var current: Node
  private var mark: Node?
  private var steps = 0
  private var limit = 64

  init(from start: Node) {
    current = start
  }

  mutating func next() -> Node? {
    guard let source = current.pinnedSource(), source !== mark else { return nil }
    steps += 1
    if steps == limit { (mark, steps, limit) = (source, 0, limit * 2) }
    current = source
    return source
  }
}

/// The nodes that wait for a node.
extension Node {
  /// Returns whether `other` may wait for this node; `false` only after a complete search.
  ///
  /// Gives up after `limit` steps, and at an operation of a queue in which others wait for a slot.
  func mayBeAwaited(by other: Node, upTo limit: Int) -> Bool {
    var remaining = limit
    var frontier = [self]
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
    while let node = frontier.popLast() {
      guard let waiters = node.waiters(upTo: &remaining) else { return true }
      for waiter in waiters where seen.insert(ObjectIdentifier(waiter)).inserted {
        if waiter === other { return true }
        frontier.append(waiter)
      }
    }
    return false
  }

  /// Returns the nodes that wait for this one directly, or through a consumer that works for them.
  ///
  /// Consumers are removed from a list either under the stripe, or by the thread that settles the
  /// node; that thread finds the node marked as edited and waits for the stripe before it touches
  /// them. Therefore, the list can be traversed under the stripe. A consumer that registers
  /// concurrently is missed; the thread that registers it searches afterwards.
  ///
  /// - Returns: The nodes; `nil` if there are more than `remaining`, or if other nodes wait for
  ///   this one in ways that are not listed.
  private func waiters(upTo remaining: inout Int) -> [Node]? {
    let found = state.loadAcquiring()
    remaining -= 1
    if found.isSettled || !found.hasConsumersOrEdits { return [] }
    var waiters: [Node] = []
    let (isComplete, slot) = listWaiters(in: &waiters, upTo: &remaining)
    // Outside the stripe, because the queue has a lock of its own.
    if !isComplete || slot?.queue.hasWaitingOperations == true { return nil }
    return waiters
  }

  private func listWaiters(in waiters: inout [Node], upTo remaining: inout Int) -> (Bool, Slot?) {
    let stripe = Stripe(of: address)
    stripe.lock()
    defer { stripe.unlock() }
    var found = state.loadAcquiring()
    guard markEdited(&found) else { return (true, nil) }
    var rest = found.list
    while rest != 0, remaining > 0 {
      remaining -= 1
      let consumer = Node.at(rest)
      rest = consumer.next
      if let waiter = consumer.waiter { waiters.append(waiter) }
    }
    return (rest == 0, slotUnderLock)
  }
}

/// Owners: the promises on whose behalf consumers wait for other nodes.
extension Node {
  /// Makes `owner` the node on whose behalf this consumer waits for another one.
  ///
  /// The consumer does not detach when `owner` is settled. A consumer that has an owner, or may get
  /// one, has no consumers of its own and is not marked as ``UpstreamWord/dependent``; `aux` holds
  /// the address of the owner, unretained.
  @usableFromInline package final func work(for owner: Node) {
    auxWord.storeReleasing(owner.address | AuxWord.staysAttached)
    upstream.removeAcquiringAndReleasing(.dependent)
  }

  /// The node that waits through this consumer: itself, or its owner; `nil` if it has detached, or
  /// is a handler for which nothing waits.
  ///
  /// Accessed under the stripe of its source, while it is in the source's list.
  fileprivate final var waiter: Node? {
    let found = upstream.loadAcquiring()
    if !found.hasSource { return nil }
    if found.isDependent { return self }
    let owner = auxWord.loadAcquiring()
    return owner == 0 ? nil : Node.retainingOwner(owner)
  }

  /// Returns a strong reference to the owner in the `aux` word of a consumer, unless the deinit of
  /// the owner has begun.
  ///
  /// Called under the stripe of the consumer's source, while the consumer is attached to it.
  static func retainingOwner(_ word: UInt) -> Node? {
    let address = StateWord.address(in: word)
    // SAFETY: before an owner is freed, it detaches its consumers under the stripe held here.
    guard unsafe pledge_try_retain(UnsafeMutableRawPointer(bitPattern: address)) else { return nil }
    return Node.taking(address)
  }

  /// The address of the node on whose behalf this consumer waits; zero if there is none.
  final var owner: UInt {
    upstream.loadRelaxed().isDependent ? 0 : StateWord.address(in: auxWord.loadAcquiring())
  }
}
