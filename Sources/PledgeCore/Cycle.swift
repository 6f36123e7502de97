internal import CPledge

/// Promises that wait for each other would wait for ever; the link that closes the circle is found.
extension Node {
  /// Rejects this node if it waits for itself.
  ///
  /// To be called after a link has been made, by who made it. Whoever links looks afterwards, so of
  /// two threads that close a circle together at least one sees all of it. Costs time in the length
  /// of the chain above.
  ///
  /// - Parameter source: What this was linked to.
  package final func breakCycle(through source: Node) {
    // Sequentially consistent: of two that link and look, one sees the other's link.
    pledge_fence()
    // A node that nobody waits for is in no circle, nor is one that waits for nothing.
    guard hasConsumers, source.isWaiting, let way = wayBack, claim() else { return }
    // A source in the circle is not discarded: the rejection comes round to it.
    let deserted = leaveSource(isMissed: way == .byTie)
    let cleanup = vacate(discards: false)
    if let deserted { Node.discardClaimed(deserted) }
    cleanup?.run()
    putError(Vocabulary.cycle)
    settle(.rejected)
  }

  private enum Way {
    case bySource
    case byTie
  }

  /// Whether this node may wait for another one.
  private final var isWaiting: Bool {
    upstream.loadRelaxed() & Upstream.pointer != 0 || state.loadRelaxed() & State.edited != 0
  }

  /// How this node waits for itself, if it does.
  private final var wayBack: Way? {
    if leadsBack(from: self, by: []) { return .bySource }
    var branches = ties
    guard let first = branches.popLast() else { return nil }
    return leadsBack(from: first, by: branches) ? .byTie : nil
  }

  /// Whether this node is above `start` or one of `branches`.
  private final func leadsBack(from start: Node, by branches: [Node]) -> Bool {
    var branches = branches
    var seen: Set<ObjectIdentifier> = []
    var next: Node? = start
    while let start = next {
      var ascent = Ascent(from: start)
      while let source = ascent.next() {
        if source === self { return true }
        branches += source.ties.filter { seen.insert(ObjectIdentifier($0)).inserted }
      }
      next = branches.popLast()
    }
    return false
  }

  /// A reference to the source that this node waits for, unless it is about to be settled.
  fileprivate final func pinnedSource() -> Node? {
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

/// The sources above a node, one after the other.
///
/// In a circle that the node is not in, which is for those to break who closed it, the ascent ends: it
/// remembers a source at doubling distances and stops where it meets that again (Brent).
private struct Ascent {
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
