public import CPledge

/// Watching pending promises being made that are not derived from others.
@usableFromInline package enum Births {
  private static let watcher = Locked(Watcher())

  /// Whether anybody watches; one relaxed load.
  @inlinable @inline(__always) package static var areWatched: Bool { pledge_watches_births() }

  /// Has `watcher` told of every birth from now on; every call says the same.
  package static func watch(_ watcher: @escaping @Sendable (Node) -> Void) {
    Births.watcher.withLock { $0.tell = watcher }
    pledge_set_watches_births()
  }

  /// Tells of `node`, which is pending, if it waits for no other and is not lazy.
  ///
  /// Nobody hears of other nodes, some of which the core makes under a stripe.
  @usableFromInline @inline(never) static func tell(of node: Node) {
    let mask = Upstream.pointer | Upstream.lazy
    guard node.upstream.loadRelaxed() & mask == 0 else { return }
    watcher.withLock { $0.tell }?(node)
  }
}

/// See ``Locked`` for why a struct.
private struct Watcher {
  var tell: (@Sendable (Node) -> Void)?
}

extension Node {
  /// Whether there is an outcome.
  ///
  /// Any thread.
  package final var isSettled: Bool { state.loadAcquiring() & State.settled != 0 }
}
