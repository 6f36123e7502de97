// The second half of a discard: all nodes have detached. Now each one stops its work and is settled.
// ``DiscardPropagation`` describes the whole path.

extension DiscardPropagation {
  /// The payload of a node on the way down.
  @safe private struct Link {
    var next: UInt
    var cleanup: Unmanaged<Cleanup>?
  }

  /// Releases all handlers, and links the nodes in the order in which they are settled.
  @inline(__always) mutating func emptyPayloads() {
    if !otherPaths.isEmpty { emptyOtherPaths() }
    emptyPayloads(along: firstPath)
    if !attachments.isEmpty { releaseAttachments() }
    if !dependencies.isEmpty { releaseDependencies() }
  }

  private mutating func emptyOtherPaths() {
    while let path = otherPaths.popLast() { emptyPayloads(along: path) }
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
  private mutating func emptyPayloads(along path: DiscardPath) {
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

  /// Stops the work of each node, runs its cleanup, and rejects it, in the order of the links.
  static func stopAndSettle(from first: UInt, defersBlocks: Bool) {
    var current = first
    while current != 0 {
      let node = Node.taking(current)
      let link = node.take(Link.self)
      current = link.next
      if let cleanup = unsafe link.cleanup {
        if defersBlocks, CleanupNesting().isAtLimit {
          node.put(link)
          let rest = Node.retaining(node)
          return CleanupNesting().runLater { stopAndSettle(from: rest, defersBlocks: true) }
        }
        unsafe CleanupNesting().run(cleanup.takeRetainedValue())
      }
      node.putError(DiscardedError.boxed, .unknown)
      node.settle(.rejectedAndHandled)
    }
  }
}

extension Node {
  /// Empties the payload of a pending node.
  ///
  /// Called only by the claimer.
  ///
  /// - Parameter discards: Whether a discard block is returned; otherwise, it is released.
  /// - Returns: The cleanup that has to run before the node is settled.
  final func vacate(discards: Bool) -> Cleanup? {
    if upstream.loadRelaxed().isStoppable {
      upstream.removeAcquiringAndReleasing(.stoppable)
      let block = take(Block.self)
      return discards ? Cleanup(block.run) : nil
    }
    // A handler with cleanup has left it in the payload.
    let disposition = unsafe entryPoint(self, .dropHandler)
    return disposition == .fulfilled ? take(Cleanup.self) : nil
  }

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

/// Work that has to run before a node is settled otherwise than by its handler.
@usableFromInline package final class Cleanup: Sendable {
  let run: @Sendable () -> Void

  @usableFromInline package init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}
