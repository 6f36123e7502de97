/// Discarding: work that nobody waits for is asked to stop, then everybody is told.
extension Node {
  /// Discards the node unless it is settled; if its own handler is running, once that returns.
  package final func discardNode() {
    if claimOrDoom() { Node.discardClaimed(self) }
  }

  /// Discards a node that the caller has claimed, and every one above it that nobody else waits for.
  @inline(never) static func discardClaimed(_ node: Node) {
    var walk = DiscardWalk()
    walk.add(node)
    walk.run()
  }

  /// Frees a node that is about to be settled by hand from what it waits for.
  ///
  /// The claimer only.
  ///
  /// Its reaction is released, its source loses a consumer, and if it cleans up, it does so now that
  /// the work above was asked to stop.
  @usableFromInline @inline(never) final func detach() {
    var walk = DiscardWalk()
    walk.leaveSources(of: self)
    let cleanup = vacate(discards: false)
    walk.run()
    cleanup?.run()
  }

  /// Empties the payload of a pending node.
  ///
  /// The claimer only.
  ///
  /// - Parameter discards: Whether a discard block is to run, or only to be released.
  /// - Returns: What has to run before the node is settled.
  final func vacate(discards: Bool) -> Cleanup? {
    if upstream.loadRelaxed() & Upstream.stoppable != 0 {
      upstream.removeAcquiringAndReleasing(Upstream.stoppable)
      let block = take(Block.self)
      return discards ? Cleanup(block.run) : nil
    }
    // A reaction that cleans up leaves that in the payload.
    let verdict = unsafe step(self, .dropReaction)
    return verdict == .fulfilled ? take(Cleanup.self) : nil
  }

  /// Takes consumers that are no promises out of their sources' lists, but for those that run.
  ///
  /// Any thread.
  ///
  /// - Parameters:
  ///   - ties: The consumers.
  ///   - discard: Gets each source, claimed, that nobody waits for any more.
  static func depart(_ ties: [Node], discard: (Node) -> Void) {
    // All leave before the first reaction goes, since that may hold the last reference to a source,
    // which is to be discarded then, not dropped.
    for tie in ties where tie.claimOrDoom() {
      if let deserted = tie.leaveSource() { discard(deserted) }
    }
    for tie in ties where tie.isClaimedToDepart {
      _ = tie.vacate(discards: false)
      unsafe tie.step = Node.inert
      tie.state.storeReleasing(State.settled | State.heard)
    }
  }

  /// Whether the claim is that of who departs: one that runs, or has run, was doomed instead.
  private final var isClaimedToDepart: Bool {
    state.loadRelaxed() & (State.settled | State.claimed | State.doomed) == State.claimed
  }
}

/// What has to run before a node is settled that does not end by its own handler.
@usableFromInline package final class Cleanup: Sendable {
  let run: @Sendable () -> Void

  @usableFromInline package init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}

/// A walk up through the nodes that nobody waits for, and back.
///
/// On the way up each node is claimed, loses its reaction and leaves its source; on the way back,
/// sources first, each stops its work, cleans up and is settled, so handlers hear of it in the order
/// in which an outcome would have come. The nodes are linked through their payloads, which are empty
/// meanwhile: no recursion, no allocation.
private struct DiscardWalk {
  /// What the payload of a node on the walk holds.
  @safe private struct Link {
    var next: UInt
    var cleanup: Unmanaged<Cleanup>?
  }

  private var first: UInt = 0
  private var last: UInt = 0

  /// Adds a node that the caller has claimed, and those above it that nobody else waits for.
  mutating func add(_ node: Node) {
    var current: Node? = node
    while let node = current {
      // Left before its reaction goes, which may hold the last reference to the source.
      current = node.leaveSource()
      link(node)
    }
  }

  /// Empties the payload of a node, and links the node in.
  private mutating func link(_ node: Node) {
    let cleanup = node.vacate(discards: true)
    unsafe node.put(Link(next: 0, cleanup: cleanup.map { unsafe Unmanaged.passRetained($0) }))
    let word = Node.retaining(node)
    if first == 0 {
      first = word
    } else {
      unsafe Node.at(last).payload(as: Link.self).pointee.next = word
    }
    last = word
  }

  /// Lets go of all that a node waits for that is not on the walk, and adds what nobody else waits
  /// for.
  mutating func leaveSources(of node: Node) {
    if let source = node.leaveSource() { add(source) }
    _ = leaveTies(of: node)
  }

  /// Lets go of what `node` is tied to, and adds what nobody else waits for.
  ///
  /// - Returns: What stops the work of the node.
  private mutating func leaveTies(of node: Node) -> [@Sendable () -> Void] {
    guard let attachments = node.takeAttachments() else { return [] }
    Node.depart(attachments.ties) { add($0) }
    return attachments.stops
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

  mutating func run() {
    settle(climb())
  }

  /// Leaves all sources, and turns the links around on the way.
  private mutating func climb() -> UInt {
    var below: UInt = 0
    var current = first
    while current != 0 {
      let node = Node.at(current)
      add(leaveTies(of: node), to: node)
      let link = unsafe node.payload(as: Link.self)
      let above = unsafe link.pointee.next
      unsafe link.pointee.next = below
      below = current
      current = above
    }
    return below
  }

  private func settle(_ top: UInt) {
    var current = top
    while current != 0 {
      let node = Node.taking(current)
      let link = node.take(Link.self)
      current = link.next
      unsafe link.cleanup?.takeRetainedValue().run()
      node.putError(Vocabulary.discarded)
      node.settle(.rejectedAndHeard)
    }
  }
}
