// The second half of a discard, after all nodes have detached: each one stops its work and is
// settled. ``DiscardPropagation`` describes the whole path.

extension DiscardPropagation {
  /// The payload of an emptied node: its entry in the queue of nodes to settle.
  @safe private struct QueueEntry {
    var next: UInt
    var cleanup: Unmanaged<Cleanup>?
  }

  /// Releases all handlers, and queues the nodes in the order in which they are settled.
  @inline(__always) mutating func emptyPayloads() {
    if !otherPaths.isEmpty { emptyOtherPaths() }
    emptyPayloads(along: firstPath)
    if !attachments.isEmpty { releaseAttachments() }
    if !detached.isEmpty { releaseDependencies() }
  }

  private mutating func emptyOtherPaths() {
    while let path = otherPaths.popLast() { emptyPayloads(along: path) }
  }

  private mutating func releaseAttachments() {
    for (attachments, node) in self.attachments { add(attachments.stops, to: Node.at(node)) }
    attachments = []
  }

  private mutating func releaseDependencies() {
    detached.take().visit { if $0.isClaimedToDetach { $0.endDetached() } }
  }

  /// Empties the payloads along a path, from the top.
  ///
  /// Only the top can be a stage whose job waits on a context: such a stage has no source.
  private mutating func emptyPayloads(along path: DiscardPath) {
    var (current, below) = (path.top, path.below)
    var above: Cleanup?
    while current != 0 {
      unsafe Node.unmanaged(current)._withUnsafeGuaranteedRef { node in
        if cleanups != nil { above = .joined(above, cleanups?.removeValue(forKey: current)) }
        let cleanup = node.vacate(discards: true)
        cleanup?.follow(&above)
        unsafe node.put(
          QueueEntry(next: 0, cleanup: cleanup.map { unsafe Unmanaged.passRetained($0) })
        )
      }
      append(current)
      current = below
      if below != 0 { below = unsafe Node.unmanaged(below)._withUnsafeGuaranteedRef(\.linkBelow) }
    }
    if let above { keep(above, above: path.owner) }
  }

  /// Adds a cleanup that may end after its call, above the node at an address.
  mutating func keep(_ cleanup: Cleanup, above node: UInt) {
    var all = cleanups.take() ?? [:]
    all[node] = .joined(all[node], cleanup)
    cleanups = all
  }

  /// Makes the cleanup of the node below all paths wait for the others.
  mutating func delay(_ last: Cleanup) {
    var above: Cleanup? = cleanups?.values.reduce(nil) { .joined($0, $1) }
    last.follow(&above)
  }

  private mutating func append(_ word: UInt) {
    if first == 0 {
      first = word
    } else {
      unsafe Node.at(last).payload(as: QueueEntry.self).pointee.next = word
    }
    last = word
  }

  /// Appends the closures that stop the work of a node to the cleanup from its payload.
  private func add(_ stops: [Block], to node: Node) {
    guard !stops.isEmpty else { return }
    let entry = unsafe node.payload(as: QueueEntry.self)
    let own = unsafe entry.pointee.cleanup?.takeRetainedValue()
    let all = Cleanup {
      own?.run()
      for stop in stops { stop.run(()) }
    }
    unsafe entry.pointee.cleanup = unsafe Unmanaged.passRetained(all)
  }

  /// Stops the work of each node, runs its cleanup, and rejects it, in the order of the queue.
  static func stopAndSettle(from first: UInt, _ origin: Origin, defersBlocks: Bool) {
    var current = first
    while current != 0 {
      let node = Node.taking(current)
      let cause = current == origin.node ? origin.cause : .lastConsumer
      let entry = node.take(QueueEntry.self)
      current = entry.next
      if let cleanup = unsafe entry.cleanup {
        if defersBlocks, Nesting.cleanups.isAtLimit {
          node.put(entry)
          let rest = Node.retaining(node)
          return Nesting.cleanups.deferCall {
            stopAndSettle(from: rest, origin, defersBlocks: true)
          }
        }
        unsafe Nesting.cleanups.run(cleanup.takeRetainedValue())
      }
      node.putError(DiscardedError.boxed(cause, for: node), .unknown)
      DiscardReason.suspended { node.settle(.rejectedAndHandled) }
    }
  }
}

extension Node {
  /// Empties the payload of a pending node, whose registrations have been taken out.
  ///
  /// Called only by the claimer.
  ///
  /// - Parameter discards: Whether a discard block is returned; otherwise, it is released.
  /// - Returns: The cleanup that has to run before the node is settled.
  final func vacate(discards: Bool) -> Cleanup? {
    if upstream.loadRelaxed().isStoppable {
      upstream.removeAcquiringAndReleasing(.stoppable)
      if discards { return .stopping(take(Block.self).run) }
      releaseBlock()
      return nil
    }
    // A handler with cleanup has left it in the payload.
    let disposition = unsafe entryPoint(self, .dropHandler)
    return disposition == .fulfilled ? take(Cleanup.self) : nil
  }

  /// Releases the discard block, which may hold the last reference to another node with one.
  private final func releaseBlock() {
    let nesting = Nesting.cleanups
    guard !nesting.isAtLimit else {
      // In an array: to generic code, an optional block that holds a task may look like none.
      var blocks: [Block]? = [take(Block.self)]
      return nesting.release(&blocks)
    }
    nesting.enter()
    drop(Block.self)
    nesting.leave()
  }

  /// Whether the propagation has claimed the node; `false` if its handler was running.
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
