internal import CPledge

/// Promises that wait for each other would wait for ever; the link that closes the cycle is found.
extension Node {
  /// Rejects this node if it waits for itself by a link that has just been made.
  ///
  /// - Parameters:
  ///   - source: What this was linked to.
  ///   - tie: The consumer of `source` that links them, if it is not this node.
  @usableFromInline package final func breakCycle(
    through source: Node,
    by addDependencies: Node? = nil
  ) {
    guard let cycle = cycle(through: source, by: addDependencies), claim() else { return }
    // A source in the cycle is not discarded: the rejection comes round to it.
    var propagation = DiscardPropagation()
    propagation.detachFromSource(
      of: self,
      endsSource: addDependencies != nil || !cycle.returnsToSource
    )
    propagation.detachAll()
    finish(&propagation)
    putError(ErrorFactory.cycle(cycle.sites), Trail(from: operatorID))
    settle(.rejected)
  }

  /// Returns the cycle that a link has closed by which this node waits for itself, if there is one;
  /// see ``breakCycle(through:by:)``.
  ///
  /// To be called by the thread that made the link. Every thread looks after it has linked, so of two
  /// threads that close a cycle together at least one sees all of it.
  ///
  /// A cycle exists if `source` waits for this node. That can be decided from either end: by everything
  /// above `source`, or by everything that waits for this node. Either can be huge while the other is
  /// tiny: a stage with one observer may return something derived from an `all` of thousands, and a
  /// promise with thousands of consumers may be chained after a new one. So both ends are searched in
  /// turn, each anew with twice as many steps as before, until one of them is exhausted. The cost is
  /// that of the smaller end, times a constant, and no position has to be kept while others change what
  /// was seen. Short chains, which are most, are decided from above in the first turn, as before.
  @usableFromInline
  package final func cycle(through source: Node, by addDependencies: Node? = nil) -> Cycle? {
    // Sequentially consistent: of two that link and look, one sees the other's link.
    pledge_fence()
    // A node that nobody waits for is in no cycle, nor is one that waits for nothing: who links it
    // to something later looks then.
    guard hasConsumers, source.mayWait else { return nil }
    var limit = Cycle.firstLimit
    while true {
      var search = UpwardSearch(for: self, upTo: limit)
      switch search.run(from: addDependencies ?? self) {
      case .found:
        return sites(from: addDependencies ?? self).map { Cycle(sites: $0, returnsToSource: true) }
      case .exhausted:
        return search.slots.isEmpty ? nil : deadlock(from: addDependencies ?? self)
      case .undecided:
        if !mayBeAwaited(by: source, upTo: limit) { return nil }
        limit *= 2
      }
    }
  }

  /// Whether this node may wait for another one, as a consumer of its own or by its ties, with which
  /// its attachments have been edited for good.
  @inline(__always) final var mayWait: Bool {
    upstream.loadRelaxed() & Upstream.pointer != 0 || state.loadRelaxed() & State.edited != 0
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

/// A cycle of promises that wait for each other.
@usableFromInline package struct Cycle: Sendable {
  /// Where the promises of the cycle were made, in the order in which they wait; at most
  /// ``siteLimit``, each named once.
  package let sites: [Site]
  /// Whether the rejection of the node that closed the cycle reaches its source.
  ///
  /// It does not if the cycle is closed by operations that wait for slots of a queue.
  package let returnsToSource: Bool

  /// The number of sites that are reported at most.
  static var siteLimit: Int { 8 }
  /// The number of steps of the first turn of a search.
  static var firstLimit: Int { 32 }
}
