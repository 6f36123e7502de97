internal import PledgeSupport

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
///    promise would be broken instead. Then, sources first, each node runs its discard blocks and
///    its cleanup, and completes steps 4 and 5 before the next node follows.
/// 4. *Settle.* The node is rejected with the discard error.
/// 5. *Deliver.* The rejection is delivered to the remaining consumers, if there are any, so
///    handlers run in the same order as for any other outcome.
///
/// The nodes are linked through themselves: there is no recursion, and a chain needs no allocation.
struct DiscardPropagation: ~Copyable {
  /// A node and the nodes below it: each was the last consumer of the next one above.
  private struct DiscardPath {
    var top: UInt = 0
    /// The node below the top; the top cannot store the link, because it may still be in a list.
    var below: UInt = 0
  }

  /// The payload of a node on the way down.
  @safe private struct Link {
    var next: UInt
    var cleanup: Unmanaged<Cleanup>?
  }

  // Separate from the array, which stays empty, and so costs nothing, except for combinations.
  private var firstPath = DiscardPath()
  private var otherPaths: [DiscardPath] = []
  /// Consumers that are not promises; their sources need not be on a path.
  private var dependencies: [Node] = []
  /// The number of dependencies that have been detached.
  private var detachedCount = 0
  /// The other attachments of nodes on the paths.
  private var attachments: [(attachments: Attachments, node: UInt)] = []
  /// The nodes to settle, in order.
  private var first: UInt = 0
  private var last: UInt = 0
}

// MARK: - Up: detaching

extension DiscardPropagation {
  /// Adds a node that the caller has claimed, and the nodes above it that lose their last consumer.
  mutating func add(_ node: Node) {
    var path = DiscardPath()
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

  /// Detaches a node that is not on a path from its source; adds the source if that was its last
  /// consumer.
  mutating func detachFromSource(of node: Node, endsSource: Bool = true) {
    if let source = node.detachFromSource(endsSource: endsSource) { add(source) }
  }

  /// Takes the attachments of a node on a path.
  private mutating func collectAttachments(of node: Node) {
    guard let attachments = node.takeAttachments() else { return }
    addDependencies(attachments.registrations)
    if !attachments.areOnlyDependencies { self.attachments.append((attachments, node.address)) }
  }

  /// Adds consumers that are not promises, to be detached from their sources.
  mutating func addDependencies(_ consumers: consuming [Node]) {
    // The first array is stored without a copy.
    if dependencies.isEmpty { dependencies = consumers } else { dependencies += consumers }
  }

  /// Detaches the dependencies whose handlers are not running; adds sources that lose their last
  /// consumer.
  mutating func detachAll() {
    while detachedCount < dependencies.count {
      let dependency = dependencies[detachedCount]
      detachedCount += 1
      if dependency.claimOrRequestDiscard() { detachFromSource(of: dependency) }
    }
  }
}

extension Node {
  /// The node below this one on the path; this one has detached as the last consumer of its source.
  fileprivate final var linkBelow: UInt {
    // The node is no longer in a list, so `next` is free. A forwarding node may be about to be
    // pushed onto a list by a thread that writes `next`, but its payload is empty.
    get { forwards ? unsafe payload(as: UInt.self).pointee : next }
    set { if forwards { put(newValue) } else { next = newValue } }
  }

  private final var forwards: Bool { upstream.loadRelaxed().isForwarding }
}

// MARK: - Down: stopping and settling

extension DiscardPropagation {
  /// Completes the propagation.
  ///
  /// - Parameter defersBlocks: Whether discard blocks, and everything after them, may be deferred
  ///   if the nesting limit is reached.
  @inline(__always) mutating func run(defersBlocks: Bool = false) {
    if firstPath.top == 0, dependencies.isEmpty { return }
    detachAll()
    release()
    DiscardPropagation.settle(from: first, defersBlocks: defersBlocks)
  }

  /// Releases all handlers, and links the nodes in the order in which they are settled.
  @inline(__always) private mutating func release() {
    if !otherPaths.isEmpty { releaseOtherPaths() }
    release(firstPath)
    if !attachments.isEmpty { releaseAttachments() }
    if !dependencies.isEmpty { releaseDependencies() }
  }

  private mutating func releaseOtherPaths() {
    while let path = otherPaths.popLast() { release(path) }
  }

  private mutating func releaseAttachments() {
    for (attachments, node) in self.attachments { add(attachments.stops, to: Node.at(node)) }
    attachments = []
  }

  private mutating func releaseDependencies() {
    for dependency in dependencies where dependency.isClaimedToDetach {
      dependency.endDetached()
    }
    dependencies = []
  }

  /// Empties the payloads along a path from the top, where a context may wait for a stage's
  /// cleanup.
  private mutating func release(_ path: DiscardPath) {
    var (current, below) = (path.top, path.below)
    while current != 0 {
      unsafe Node.unmanaged(current)._withUnsafeGuaranteedRef { node in
        let cleanup = node.vacate(discards: true)
        unsafe node.put(Link(next: 0, cleanup: cleanup.map { unsafe Unmanaged.passRetained($0) }))
      }
      append(current)
      current = below
      if below != 0 { below = unsafe Node.unmanaged(below)._withUnsafeGuaranteedRef(\.linkBelow) }
    }
  }

  private mutating func append(_ word: UInt) {
    if first == 0 {
      first = word
    } else {
      unsafe Node.at(last).payload(as: Link.self).pointee.next = word
    }
    last = word
  }

  /// Makes the closures that stop the work of a node run after the cleanup from its payload.
  private func add(_ stops: [@Sendable () -> Void], to node: Node) {
    guard !stops.isEmpty else { return }
    let link = unsafe node.payload(as: Link.self)
    let own = unsafe link.pointee.cleanup?.takeRetainedValue()
    let all = Cleanup {
      own?.run()
      for stop in stops { stop() }
    }
    unsafe link.pointee.cleanup = unsafe Unmanaged.passRetained(all)
  }

  private static func settle(from first: UInt, defersBlocks: Bool) {
    var current = first
    while current != 0 {
      let node = Node.taking(current)
      let link = node.take(Link.self)
      current = link.next
      if let cleanup = unsafe link.cleanup {
        if defersBlocks, CleanupNesting().isAtLimit {
          node.put(link)
          let rest = Node.retaining(node)
          return CleanupNesting().runLater { settle(from: rest, defersBlocks: true) }
        }
        unsafe CleanupNesting().run(cleanup.takeRetainedValue())
      }
      node.putError(DiscardedError.boxed, .unknown)
      node.settle(.rejectedAndHandled)
    }
  }
}

extension Node {
  /// Whether the propagation has claimed the node; if the handler was running, it could not.
  fileprivate final var isClaimedToDetach: Bool {
    state.loadRelaxed().isOnlyClaimed
  }

  /// Ends a detached consumer that is not a promise.
  fileprivate final func endDetached() {
    _ = vacate(discards: false)
    unsafe entryPoint = Node.inert
    state.storeReleasing(.finished)
  }
}
