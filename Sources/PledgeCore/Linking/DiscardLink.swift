/// The payload of a link: a consumer that discards a promise once a signal is fulfilled.
///
/// It refers to the promise weakly. The promise keeps the link among its ``Attachments``, so that
/// the link ends when either the promise or the signal does. A thread that has pinned the link may
/// modify it.
private struct DiscardLink {
  weak var target: Node?
  /// The position among all links, which orders the links of a signal like its list of consumers.
  let number: UInt

  /// The number of the last link that was created.
  private nonisolated(unsafe) static let last: UnsafeMutablePointer<UInt> = {
    let word = UnsafeMutablePointer<UInt>.allocate(capacity: 1)
    unsafe word.initialize(to: 0)
    return unsafe word
  }()

  static func nextNumber() -> UInt {
    let word = unsafe AtomicWord<UInt>(last)
    var found = word.loadRelaxed()
    while !word.exchangeAcquiring(&found, for: found + 1) {}
    return found + 1
  }

  static func entryPoint(_ link: Node, _ operation: NodeOperation) -> Disposition {
    if operation.isQuery { return .nothing }
    let content = link.take(DiscardLink.self)
    unsafe link.entryPoint = Node.inert
    if case .resolve(with: let signal) = operation, !signal.state.loadRelaxed().isRejected {
      // SAFETY: a link is only attached to a signal of this type.
      let reason = unsafe signal.payload(as: DiscardReason.self).pointee
      content.target?.discardNode(because: reason)
    }
    // Last: until the link is finished, the target is not spliced out of its chain.
    if case .resolve = operation { link.state.storeReleasing(.finished) }
    return .nothing
  }
}

extension Node {
  /// Discards this node once `signal` is fulfilled, for the reason that is its value; neither keeps
  /// the other alive.
  ///
  /// Callable from any thread.
  package final func discardNode(onceFulfilled signal: Cell<DiscardReason>) {
    let link = Node(
      uninstrumented: .pending,
      upstream: .stage(of: signal.address),
      site: .unknown,
      entryPoint: DiscardLink.entryPoint
    )
    link.put(DiscardLink(target: self, number: DiscardLink.nextNumber()))
    signal.consume(by: link)
    let spent = attach(link: link)
    if !spent.isEmpty { Node.releaseDependencies(.many(spent)) }
  }

  /// The signal of this link, and the number of the link; `nil` once the signal has ended.
  ///
  /// Accessed under the stripe of the node to which the link is attached.
  fileprivate final var liveLink: (signal: UInt, number: UInt)? {
    guard pin() else { return nil }
    defer { unpin() }
    let number = unsafe payload(as: DiscardLink.self).pointee.number
    return (upstream.loadRelaxed().source, number)
  }
}

extension Attachments {
  /// Adds links; removes obsolete ones first if there is no room.
  ///
  /// A link is obsolete if its signal has ended, or if an earlier link waits for the same signal.
  ///
  /// - Returns: The removed links, to be released outside of any lock.
  mutating func add(_ new: [Node]) -> [Node] {
    let spent = links.count >= max(16, links.capacity) ? sweepLinks() : []
    links += new
    return spent
  }

  /// Removes the obsolete links, and reserves room for as many as remain.
  private mutating func sweepLinks() -> [Node] {
    var spent: [Node] = []
    var inUse: [Node] = []
    var kept: [UInt: (link: Node, number: UInt)] = [:]
    for link in links {
      guard let (signal, number) = link.liveLink else {
        // While the signal resolves the link, the node must not be spliced out of its chain.
        if link.hasOutcome { spent.append(link) } else { inUse.append(link) }
        continue
      }
      if let other = kept[signal], other.number < number {
        spent.append(link)
      } else if let other = kept.updateValue((link, number), forKey: signal) {
        spent.append(other.link)
      }
    }
    links = inUse + kept.values.map(\.link)
    links.reserveCapacity(2 * links.count)
    return spent
  }
}

/// The transfer of links from a node that is spliced out of its chain to the remaining consumer.
///
/// The consumer only forwards the node's outcome, so discarding the consumer instead of the node
/// has the same effect. Used under the stripe of the node.
struct LinkMove: ~Copyable {
  private let held: (Stripe, Stripe)
  private var links: [Node] = []
  /// The address of the consumer.
  ///
  /// Not a reference: the consumer may be spliced out next. Its list or the caller keeps it alive.
  private var consumer: UInt = 0
  /// The stripe of the consumer, if this transfer has locked it.
  private var lock: Stripe?
  /// The obsolete links.
  private var spent: [Node] = []

  /// Creates a transfer.
  ///
  /// - Parameter held: The stripes that the caller has locked.
  init(holding held: (Stripe, Stripe)) {
    self.held = held
  }

  /// Pins `links`, so that their signals cannot discard anything until the transfer is over.
  ///
  /// - Returns: `false` if another thread is using a link or the stripe of the consumer.
  @inline(__always)
  mutating func begin(
    _ links: [Node],
    to consumer: Node,
    alsoHolding third: Stripe? = nil
  ) -> Bool {
    links.isEmpty || beginSlowly(links, to: consumer, third)
  }

  @inline(never)
  private mutating func beginSlowly(_ links: [Node], to consumer: Node, _ third: Stripe?) -> Bool {
    let stripe = Stripe(of: consumer.address)
    if ![held.0.index, held.1.index, third?.index].contains(stripe.index) {
      guard stripe.tryLock() else { return false }
      lock = stripe
    }
    for link in links {
      if link.pin() {
        self.links.append(link)
      } else if link.state.loadAcquiring().isSettled {
        spent.append(link)
      } else {
        cancel()
        unlock()
        return false
      }
    }
    if self.links.isEmpty { unlock() }
    self.consumer = consumer.address
    return true
  }

  /// Cancels the transfer: the links stay with the node.
  mutating func cancel() {
    if links.isEmpty { return }
    for link in links { link.unpin() }
    links = []
    unlock()
  }

  /// Makes the links discard the consumer, which is pinned and already waits for its new source.
  @inline(__always) mutating func commit() {
    if !links.isEmpty { commitSlowly() }
  }

  @inline(never) private mutating func commitSlowly() {
    let consumer = Node.at(consumer)
    // From now on, a thread that ends the consumer waits for its stripe.
    var found = consumer.state.loadAcquiring()
    _ = consumer.markEdited(&found)
    for link in links {
      unsafe link.payload(as: DiscardLink.self).pointee.target = consumer
      link.unpin()
    }
  }

  /// Attaches the links to the consumer, once it is no longer pinned.
  @inline(__always) mutating func finish(from node: Node) {
    if !links.isEmpty { finishSlowly(from: node) }
  }

  @inline(never) private mutating func finishSlowly(from node: Node) {
    node.removeAttachmentsUnderLock()
    spent += Node.at(consumer).addUnderLock(links)
    links = []
    unlock()
  }

  private mutating func unlock() {
    lock.take()?.unlock()
  }

  /// Detaches the obsolete links from their signals; called outside of any lock.
  @inline(__always) consuming func end() {
    if !spent.isEmpty { Node.releaseDependencies(.many(spent)) }
  }
}
