internal import CPledge

/// Promises that wait for each other would wait for ever; the link that closes the circle is found.
extension Node {
  /// Rejects this node if it waits for itself.
  ///
  /// After a link has been made, by who made it.
  ///
  /// Whoever links looks afterwards, so of two threads that close a circle together at least one
  /// sees all of it. Costs time in the length of the chain above.
  package final func breakCycle() {
    // A node that nobody waits for is in no circle.
    guard state.loadRelaxed() & (State.pointer | State.edited) != 0, isWaitingForItself else {
      return
    }
    guard claim() else { return }
    let cleanup = vacate(discards: false)
    // The source is not discarded for that: the rejection comes round to it, and ends the circle.
    _ = leaveSource(isMissed: false)
    cleanup?.run()
    putError(CycleError())
    settle(.rejected)
  }

  private final var isWaitingForItself: Bool {
    var branches = ties
    var seen: Set<ObjectIdentifier> = []
    var current = self
    while true {
      while let source = current.pinnedSource() {
        if source === self { return true }
        current = source
        branches += source.ties.filter { seen.insert(ObjectIdentifier($0)).inserted }
      }
      guard let branch = branches.popLast() else { return false }
      current = branch
    }
  }

  /// A reference to the source that this node waits for, unless it is about to be settled.
  private final func pinnedSource() -> Node? {
    guard upstream.loadAcquiring() & Upstream.pointer != 0, pin() else { return nil }
    defer { unpin() }
    let word = upstream.loadAcquiring() & Upstream.pointer
    // SAFETY: this node is not claimed and cannot be while it is pinned, and whatever ends its
    // source has to pass it first.
    guard word != 0, unsafe pledge_try_retain(UnsafeMutableRawPointer(bitPattern: word)) else {
      return nil
    }
    return Node.taking(word)
  }
}
