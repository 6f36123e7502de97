/// A walk up through the nodes that nobody waits for, and back.
///
/// On the way up each node is claimed and leaves all that it waits for. Only when the last one has, the
/// first handler is released: it may hold the last reference to work that is still to be stopped, which
/// would be dropped otherwise. On the way back, sources first, each node stops its work, cleans up and
/// is settled, so handlers hear of it in the order in which an outcome would have come.
///
/// The nodes are linked through themselves: no recursion, and no allocation along a chain.
struct DiscardPropagation: ~Copyable {
  /// A node and those below it on the walk, each of which was the last consumer of the one above.
  private struct DiscardPath {
    var top: UInt = 0
    /// The next one below the top, which may still be in a list and has no room for a link.
    var below: UInt = 0
  }

  /// What the payload of a node holds on the way back.
  @safe private struct Link {
    var next: UInt
    var cleanup: Unmanaged<Cleanup>?
  }

  // The first climb is not in the array, which is empty, and so costs nothing, but for groups.
  private var firstPath = DiscardPath()
  private var otherPaths: [DiscardPath] = []
  /// Consumers that are no promises, of sources that may not be on the walk.
  private var dependencies: [Node] = []
  /// How many of them have left.
  private var leftCount = 0
  /// What else hung on nodes of the walk.
  private var held: [(attachments: Attachments, node: UInt)] = []
  /// The nodes on the way back.
  private var first: UInt = 0
  private var last: UInt = 0
}

// MARK: - The way up

extension DiscardPropagation {
  /// Adds a node that the caller has claimed, and those above it that nobody else waits for.
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

  /// Lets go of the source of a node that is not on the walk, and adds what nobody else waits for.
  mutating func detachFromSource(of node: Node, endsSource: Bool = true) {
    if let source = node.detachFromSource(endsSource: endsSource) { add(source) }
  }

  /// Takes what hangs on a node of the walk.
  private mutating func collectAttachments(of node: Node) {
    guard let attachments = node.takeAttachments() else { return }
    leave(attachments.registrations)
    if !attachments.areOnlyDependencies { held.append((attachments, node.address)) }
  }

  /// Notes consumers that are no promises, and that are to leave their sources.
  mutating func leave(_ consumers: consuming [Node]) {
    // An array of one's own is kept as it is.
    if dependencies.isEmpty { dependencies = consumers } else { dependencies += consumers }
  }

  /// Has what was noted leave, but for what runs, and adds what nobody else waits for.
  mutating func detachAll() {
    while leftCount < dependencies.count {
      let addDependencies = dependencies[leftCount]
      leftCount += 1
      if addDependencies.claimOrRequestDiscard() { detachFromSource(of: addDependencies) }
    }
  }
}

extension Node {
  /// The next node below on a climb; for one that has left its source because it was the last.
  fileprivate final var linkBelow: UInt {
    // The list has let go of the node, so `next` is free. One that forwards may be about to get into
    // the list, and who puts it there writes `next`; but its payload is empty.
    get { forwards ? unsafe payload(as: UInt.self).pointee : next }
    set { if forwards { put(newValue) } else { next = newValue } }
  }

  private final var forwards: Bool { upstream.loadRelaxed().isForwarding }
}

// MARK: - The way back

extension DiscardPropagation {
  /// Ends the walk; past the limit of nested blocks, those and what follows may be deferred.
  @inline(__always) mutating func run(defersBlocks: Bool = false) {
    if firstPath.top == 0, dependencies.isEmpty { return }
    detachAll()
    release()
    DiscardPropagation.settle(from: first, defersBlocks: defersBlocks)
  }

  /// Releases all handlers, and links the nodes as they are to be settled.
  @inline(__always) private mutating func release() {
    if !otherPaths.isEmpty { releaseOtherPaths() }
    release(firstPath)
    if !held.isEmpty { releaseHeld() }
    if !dependencies.isEmpty { releaseDependencies() }
  }

  private mutating func releaseOtherPaths() {
    while let path = otherPaths.popLast() { release(path) }
  }

  private mutating func releaseHeld() {
    for (attachments, node) in held { add(attachments.stops, to: Node.at(node)) }
    held = []
  }

  private mutating func releaseDependencies() {
    for addDependencies in dependencies where addDependencies.isClaimedToDepart {
      addDependencies.depart()
    }
    dependencies = []
  }

  /// Empties the payloads of a climb from the top, where a context may wait for a stage's cleanup.
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

  /// Has what stops the work of a node on the walk run after what its payload held.
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
      node.putError(ErrorFactory.discarded, .unknown)
      node.settle(.rejectedAndHandled)
    }
  }
}

extension Node {
  /// Whether the claim is that of who departs: one that runs, or has run, was doomed instead.
  fileprivate final var isClaimedToDepart: Bool {
    state.loadRelaxed().isOnlyClaimed
  }

  /// Ends a consumer that has left and is no promise.
  fileprivate final func depart() {
    _ = vacate(discards: false)
    unsafe entryPoint = Node.inert
    state.storeReleasing(.finished)
  }
}
