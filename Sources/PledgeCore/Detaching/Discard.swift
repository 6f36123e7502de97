/// The propagation of a discard: up through the nodes that lose their last consumer, and back down.
///
/// In the order in which it happens:
///
/// 1. *Request.* ``Node/discardNode()`` claims the node. If the node's handler is running, the
///    state only records the request, and the claimer discards the node when the handler returns.
/// 2. *Detach.* The node detaches from its source (`Detachment.swift`). A source that loses its
///    last consumer is claimed and does the same, and so on up the path. Then the dependencies and
///    links of these nodes (`Attachments.swift`) detach from their sources; this may add further
///    paths.
/// 3. *Stop the work.* Once all have detached, all payloads are emptied. A handler may hold the
///    last reference to work that still has to be stopped; if it were released earlier, that
///    promise would be broken instead. The cleanups are linked, so that each waits for those above
///    that last (`Cleanup.swift`). Then, sources first, each node runs its discard blocks and its
///    cleanup, unless that waits, and completes steps 4 and 5 before the next node follows.
/// 4. *Settle.* The node is rejected with the discard error.
/// 5. *Deliver.* The rejection is delivered to the remaining consumers, if there are any, so
///    handlers run in the same order as for any other outcome.
///
/// The nodes are linked through themselves: there is no recursion, and a chain needs no allocation.
struct DiscardPropagation: ~Copyable {
  /// A node and the nodes below it: each was the last consumer of the next one above.
  struct DiscardPath {
    var top: UInt = 0
    /// The node below the top; the top cannot store the link, because it may still be in a list.
    var below: UInt = 0
    /// The node that waits for the lowest one by another consumer; zero if there is none.
    var owner: UInt = 0
  }

  // Not in the array, which stays empty, and so costs nothing, unless there are combinations.
  var firstPath = DiscardPath()
  var otherPaths: [DiscardPath] = []
  /// Consumers that are not promises and have not been detached yet; their sources need not be on a
  /// path.
  private var dependencies = Registrations.none
  /// The same, once they have been detached.
  var detached = Registrations.none
  /// Promises that wait for others on behalf of nodes on the paths, and are discarded with them.
  ///
  /// Optional, like `cleanups`: `nil` costs less than an empty array.
  private var consumers: [Node]?
  /// The other attachments of nodes on the paths.
  var attachments: [(attachments: Attachments, node: UInt)] = []
  /// The cleanups that may end after their call and that none waits for so far, by the node below.
  var cleanups: [UInt: Cleanup]?
  /// The queue of nodes to settle, linked through their payloads.
  var first: UInt = 0
  var last: UInt = 0
  /// The node with which the propagation began, if it is discarded, too.
  var origin = Origin()

  /// The node whose discard was requested; all others have lost their last consumer.
  struct Origin {
    var node: UInt = 0
    var cause: DiscardedError.Cause?
  }
}

// MARK: - Request

extension Node {
  /// Discards the node unless it is settled; if its handler is running, once the handler returns.
  package final func discardNode() {
    if claimOrRequestDiscard() { Node.discardClaimed(self, .owner) }
  }

  /// Same as ``discardNode()``, for a reason that the errors contain.
  package final func discardNode(because reason: DiscardReason) {
    guard claimOrRequestDiscard() else { return }
    DiscardReason.applying(reason) { Node.discardClaimed(self, reason.cause) }
  }

  /// Detaches this waiter, which a canceled task owns, and so may discard its source.
  final func endCanceledWait(for reason: DiscardReason?) {
    let unusedSource = detachFromSource()
    state.storeReleasing(.finished)
    if let unusedSource {
      DiscardReason.applying(reason) { Node.discardClaimed(unusedSource, .lastConsumer) }
    }
  }

  /// Discards a claimed node and the nodes above it that lose their last consumer.
  @inline(never) static func discardClaimed(_ node: Node, _ cause: DiscardedError.Cause?) {
    var propagation = DiscardPropagation()
    propagation.origin = DiscardPropagation.Origin(node: node.address, cause: cause)
    propagation.add(node)
    propagation.run(defersBlocks: true)
  }
}

// MARK: - Detach

extension DiscardPropagation {
  /// Adds a node that the caller has claimed, and the nodes above it that lose their last consumer.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - owner: The address of the node that waits for it by another consumer; zero if none does.
  mutating func add(_ node: Node, from owner: UInt = 0) {
    var path = DiscardPath(owner: owner)
    var next: Node? = node
    while let node = next {
      if path.top != 0 {
        unsafe Node.unmanaged(path.top)._withUnsafeGuaranteedRef { $0.linkBelow = path.below }
        path.below = path.top
      }
      path.top = Node.retaining(node)
      next = node.detachFromSource()
      collectAttachments(of: node)
    }
    if firstPath.top == 0 {
      firstPath = path
    } else {
      otherPaths.append(path)
    }
  }

  /// Takes the attachments of a node on a path.
  private mutating func collectAttachments(of node: Node) {
    if node.holdsRegistrations { addDependencies(node.takeHeldRegistrations()) }
    guard var attachments = node.takeAttachments() else { return }
    addDependencies(attachments.takeRegistrations())
    if let sources = attachments.dynamicSources {
      if let cleanup = sources.runningCleanup() {
        keep(cleanup, above: node.address)
        attachments.stops.append(Block { _ in cleanup.run() })
      }
      consumers = (consumers ?? []) + sources.endConsumers()
    }
    if !attachments.areOnlyDependencies { self.attachments.append((attachments, node.address)) }
  }

  /// Adds consumers that are not promises, to be detached from their sources.
  mutating func addDependencies(_ consumers: consuming Registrations) {
    dependencies.append(consumers)
  }

  /// Completes the propagation: detaches the dependencies, then stops the work of all nodes, and
  /// settles them (`StopWork.swift`).
  ///
  /// - Parameters:
  ///   - defersBlocks: Whether discard blocks, and everything after them, may be deferred if the
  ///     nesting limit is reached.
  ///   - last: The cleanup of the node below all paths; it runs after this.
  @inline(__always) mutating func run(defersBlocks: Bool = false, before last: Cleanup? = nil) {
    if firstPath.top == 0, dependencies.isEmpty, detached.isEmpty { return }
    detachAll()
    emptyPayloads()
    if let last, cleanups != nil { delay(last) }
    DiscardPropagation.stopAndSettle(from: first, origin, defersBlocks: defersBlocks)
  }

  /// Detaches the dependencies whose handlers are not running; adds sources that lose their last
  /// consumer.
  mutating func detachAll() {
    while !dependencies.isEmpty || consumers != nil {
      let next = dependencies.take()
      next.visit { if $0.claimOrRequestDiscard() { detachFromSource(of: $0) } }
      detached.append(next)
      if consumers != nil { addConsumer() }
    }
  }

  @inline(never) private mutating func addConsumer() {
    if let node = consumers?.popLast() {
      if node.claimOrRequestDiscard() { add(node, from: node.owner) }
    } else {
      consumers = nil
    }
  }

  /// Detaches a node that is not on a path from its source; adds the source if that was its last
  /// consumer.
  mutating func detachFromSource(of node: Node, endsSource: Bool = true) {
    if let source = node.detachFromSource(endsSource: endsSource) { add(source, from: node.owner) }
  }
}

extension Node {
  /// The node below this one on the path; this one has detached as the last consumer of its source.
  final var linkBelow: UInt {
    // The node is no longer in a list, so `next` is free. A forwarding node may be about to be
    // pushed onto a list by a thread that writes `next`, but its payload is empty.
    get { forwards ? unsafe payload(as: UInt.self).pointee : next }
    set { if forwards { put(newValue) } else { next = newValue } }
  }

  private final var forwards: Bool { upstream.loadRelaxed().isForwarding }
}
