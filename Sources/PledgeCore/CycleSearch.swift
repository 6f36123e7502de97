internal import CPledge

/// A search through everything that a node waits for.
struct UpwardSearch {
  enum Finding {
    case found
    case exhausted
    case undecided
  }

  private let target: Node
  private let isStrict: Bool
  private var remaining: Int
  private var branches: [Node] = []
  private var seen: Set<ObjectIdentifier> = []
  /// Slots of queues that operations above wait for.
  private(set) var slots: [Slot] = []

  /// Prepares to look for `target` in at most `limit` steps.
  ///
  /// A strict search ends at promises that may settle although some of what they wait for never does.
  init(for target: Node, upTo limit: Int, isStrict: Bool = false) {
    self.target = target
    self.isStrict = isStrict
    remaining = limit
  }

  /// Looks for the target above `start`.
  mutating func run(from start: Node) -> Finding {
    if isStrict, start.mayEndOtherwise { return .exhausted }
    if start.mayHaveDependencies {
      guard let dependencies = start.dependencies(upTo: remaining) else { return .undecided }
      add(dependencies)
    }
    // The first one is not in an array, which is empty, and so costs nothing, in most cases.
    var next: Node? = start
    while let start = next {
      var ascent = Ascent(from: start)
      while let source = ascent.next() {
        if source === target { return .found }
        remaining -= 1
        if remaining <= 0 { return .undecided }
        // Only branches can meet again; a single line is searched without a set.
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

/// The sources above a node, one after the other.
///
/// In a cycle that the node is not in, which is for those to break who closed it, the ascent ends: it
/// remembers a source at doubling distances and stops where it meets that again (Brent).
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
  /// Whether `other` may wait for this node; `false` only if it was not found among all that do.
  ///
  /// Gives up after `limit` steps, and where an operation of a queue is reached for whose slot others
  /// wait.
  func mayBeAwaited(by other: Node, upTo limit: Int) -> Bool {
    var remaining = limit
    var open = [self]
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
    while let node = open.popLast() {
      guard let waiters = node.waiters(upTo: &remaining) else { return true }
      for waiter in waiters where seen.insert(ObjectIdentifier(waiter)).inserted {
        if waiter === other { return true }
        open.append(waiter)
      }
    }
    return false
  }

  /// The nodes that wait for this one directly, or by a consumer that works for them.
  ///
  /// Consumers are taken out of a list under the stripe or by the thread that settles the node, which
  /// finds it marked as edited and waits for the stripe before it touches them. So the list can be
  /// followed under the stripe. A consumer that registers meanwhile is missed; its thread looks later.
  ///
  /// - Returns: `nil` if there are more than `remaining`, or others wait for the end of this node in
  ///   ways that are not listed.
  private func waiters(upTo remaining: inout Int) -> [Node]? {
    let found = state.loadAcquiring()
    remaining -= 1
    if found & State.settled != 0 || found & (State.pointer | State.edited) == 0 { return [] }
    var waiters: [Node] = []
    let (isComplete, slot) = listWaiters(in: &waiters, upTo: &remaining)
    // Not under the stripe: the queue has a lock of its own.
    if !isComplete || slot?.queue.hasWaitingOperations == true { return nil }
    return waiters
  }

  private func listWaiters(in waiters: inout [Node], upTo remaining: inout Int) -> (Bool, Slot?) {
    let stripe = Stripe(of: address)
    stripe.lock()
    defer { stripe.unlock() }
    var found = state.loadAcquiring()
    guard markEdited(&found) else { return (true, nil) }
    var rest = found & State.pointer
    while rest != 0, remaining > 0 {
      remaining -= 1
      let consumer = Node.at(rest)
      rest = consumer.next
      if let waiter = consumer.waiter { waiters.append(waiter) }
    }
    return (rest == 0, slotUnderLock)
  }
}

/// The promises that consumers of others work for.
extension Node {
  /// Notes that this consumer of another node works for `owner`, which waits by it, and that it does not
  /// leave when that is settled.
  ///
  /// A consumer that has an owner, or may get one, has no consumers of its own and is not marked as
  /// ``Upstream/dependent``; `aux` refers to the owner, without a reference.
  @usableFromInline package final func work(for owner: Node) {
    owners.storeReleasing(owner.address | Node.staysAloneMark)
    upstream.removeAcquiringAndReleasing(Upstream.dependent)
  }

  /// The node that waits by this consumer: itself, or its owner; `nil` if it has left, or is a handler
  /// for which nothing waits.
  ///
  /// Under the stripe of its source, whose list it is in.
  fileprivate final var waiter: Node? {
    let found = upstream.loadAcquiring()
    if found & Upstream.pointer == 0 { return nil }
    if found & Upstream.dependent != 0 { return self }
    let owner = owners.loadAcquiring()
    return owner == 0 ? nil : Node.retainingOwner(owner)
  }

  /// A reference to the owner in a word, unless its deinit has begun.
  ///
  /// Under the stripe of the source of the consumer that the word is of, which has not left that.
  static func retainingOwner(_ word: UInt) -> Node? {
    let address = word & State.pointer
    // SAFETY: before its memory goes, an owner makes its consumers leave, under the stripe that is held.
    guard unsafe pledge_try_retain(UnsafeMutableRawPointer(bitPattern: address)) else { return nil }
    return Node.taking(address)
  }

  /// In `aux` beside the address of an owner, unlike a tie: the consumer stays when that is settled.
  static var staysAloneMark: UInt { 1 }

  /// `aux` of a consumer that works for another node.
  @inline(__always) final var owners: AtomicWord {
    unsafe AtomicWord(UnsafeMutableRawPointer(raw).assumingMemoryBound(to: UInt.self) + 3)
  }
}
