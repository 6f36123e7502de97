internal import CPledge

/// Cycle detection: promises that wait for each other would otherwise never settle.
extension Node {
  /// Returns the cycle through this node that a new link has closed, if any; lends what this node
  /// was lent to the source.
  ///
  /// Called by the thread that made the link; for the parameters, see ``breakCycle(through:by:)``.
  /// Every thread searches after it has linked, so if two threads close a cycle together, at least
  /// one sees the whole cycle.
  ///
  /// A cycle exists if `source` waits for this node. What else a stage waits for was searched when
  /// it was added; while the handler of the stage runs, it does not matter, because what the
  /// handler returns ends the wait.
  ///
  /// Whether `source` waits can be decided from either end: by searching everything above `source`,
  /// or everything that waits for this node. Either search can be huge while the other is tiny: a
  /// stage with one observer may return something derived from an `all` of thousands, and a promise
  /// with thousands of consumers may be chained after a new one. Therefore, both ends are searched
  /// alternately, each from the start with twice as many steps as before, until one end is
  /// exhausted. The cost is proportional to that of the smaller end, and no search position needs
  /// to survive concurrent changes. Most chains are short: the first upward search decides them.
  @usableFromInline
  package final func cycle(
    through source: Node,
    by consumer: Node? = nil,
    occupiesSlot: Bool = false
  ) -> Cycle? {
    // Sequentially consistent: of two threads that link and then search, one sees the other's link.
    pledge_fence()
    if mayHaveLent { lendOn(by: consumer) }
    // A node without consumers is in no cycle, nor is a source that waits for nothing. The thread
    // that later changes this searches then.
    guard hasConsumers || occupiesSlot, source.mayWait else { return nil }
    var limit = Cycle.firstLimit
    while true {
      var search = UpwardSearch(for: self, upTo: limit)
      switch search.run(from: consumer ?? source) {
      case .found:
        return sites(through: source).map { Cycle(sites: $0, returnsToSource: true) }
      case .exhausted:
        return search.slots.isEmpty ? nil : deadlock(through: source, from: consumer ?? source)
      case .undecided:
        if !occupiesSlot, !mayBeAwaited(by: source, upTo: limit) { return nil }
        limit *= 2
      }
    }
  }

  /// Whether this node may wait for another one: as its consumer, or through dependencies.
  @inline(__always) final var mayWait: Bool {
    upstream.loadRelaxed().hasSource || mayHaveDependencies
  }

  /// Returns a strong reference to the source that this node waits for; `nil` if there is none, or
  /// if the source or this node is about to be settled.
  final func pinnedSource() -> Node? {
    guard upstream.loadAcquiring().hasSource, pin() else { return nil }
    defer { unpin() }
    let word = upstream.loadAcquiring().source
    // SAFETY: this node cannot be claimed while it is pinned, and a thread that ends the source has
    // to wait for the pin before the memory of the source is freed.
    guard word != 0, unsafe pledge_try_retain(UnsafeMutableRawPointer(bitPattern: word)) else {
      return nil
    }
    return Node.taking(word)
  }
}

/// A cycle of promises that wait for each other.
@usableFromInline package struct Cycle: Sendable {
  /// The sites of the promises in the cycle, in the order in which they wait; at most
  /// ``siteLimit``, without duplicates.
  package let sites: [Site]
  /// Whether the rejection of the node that closed the cycle reaches its source.
  ///
  /// `false` if the cycle is closed by operations that wait for slots of a queue.
  package let returnsToSource: Bool

  /// The maximum number of reported sites.
  static var siteLimit: Int { 8 }
  /// The number of steps after which the first search gives up.
  static var firstLimit: Int { 32 }
}
