internal import CPledge

/// Promises that wait for each other would wait for ever; the link that closes the cycle is found.
extension Node {
  /// Rejects this node if it waits for itself by a link that has just been made.
  ///
  /// - Parameters:
  ///   - source: What this was linked to.
  ///   - tie: The consumer of `source` that links them, if it is not this node.
  @usableFromInline package final func breakCycle(through source: Node, by tie: Node? = nil) {
    guard waitsForItself(through: source, by: tie), claim() else { return }
    // A source in the cycle is not discarded: the rejection comes round to it.
    var walk = DiscardWalk()
    walk.leaveSource(of: self, isMissed: tie != nil)
    walk.leaveAll()
    finish(&walk)
    putError(Vocabulary.cycle, Trail(from: verb))
    settle(.rejected)
  }

  /// Whether this node waits for itself by a link that has just been made; see
  /// ``breakCycle(through:by:)``.
  ///
  /// To be asked by who made the link. Whoever links looks afterwards, so of two threads that close a
  /// cycle together at least one sees all of it. Costs time in the length of the chain above, if
  /// `source` waits for anything.
  @usableFromInline
  package final func waitsForItself(through source: Node, by tie: Node? = nil) -> Bool {
    // Sequentially consistent: of two that link and look, one sees the other's link.
    pledge_fence()
    // A node that nobody waits for is in no cycle, nor is one that waits for nothing: who links it
    // to something later looks then.
    return hasConsumers && source.mayWait && isAbove(tie ?? self)
  }

  /// Whether this node may wait for another one, as a consumer of its own or by its ties, with which
  /// its attachments have been edited for good.
  @inline(__always) final var mayWait: Bool {
    upstream.loadRelaxed() & Upstream.pointer != 0 || state.loadRelaxed() & State.edited != 0
  }

  /// Whether `consumer` waits for this node.
  private final func isAbove(_ consumer: Node) -> Bool {
    // The first one is not in the array, which is empty, and so costs nothing, in most cases.
    var start: Node? = consumer
    var others: [Node] = []
    var seen: Set<ObjectIdentifier> = []
    while let next = start {
      var ascent = Ascent(from: next)
      while let source = ascent.next() {
        if source === self { return true }
        others += source.ties.filter { seen.insert(ObjectIdentifier($0)).inserted }
      }
      start = others.popLast()
    }
    return false
  }

  /// A reference to the source that this node waits for, unless it is about to be settled.
  final func pinnedSource() -> Node? {
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
/// In a cycle that the node is not in, which is for those to break who closed it, the ascent ends: it
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
