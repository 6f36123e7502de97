/// The source locations of the promises in a cycle.
extension Node {
  /// Finds the sites along a shortest cycle from this node to `source` and back.
  ///
  /// - Returns: The sites; `nil` if there is no longer such a cycle.
  final func sites(through source: Node) -> [Site]? {
    if source === self { return Node.sites(of: [self]) }
    var reached = [(node: source, waiter: -1)]
    var seen: Set<ObjectIdentifier> = []
    var position = 0
    while position < reached.count {
      let awaited = reached[position].node.awaited
      for next in awaited where seen.insert(ObjectIdentifier(next)).inserted {
        if next !== self {
          reached.append((next, position))
          continue
        }
        var nodes: [Node] = []
        while position >= 0 {
          nodes.append(reached[position].node)
          position = reached[position].waiter
        }
        return Node.sites(of: [self] + nodes.reversed())
      }
      position += 1
    }
    return nil
  }

  /// Returns the known sites of `nodes` without duplicates, at most ``Cycle/siteLimit``.
  static func sites(of nodes: [Node]) -> [Site] {
    var sites: [Site] = []
    var seen: Set<UInt> = []
    for node in nodes where !node.site.isUnknown && seen.insert(node.site.bits).inserted {
      sites.append(node.site)
      if sites.count == Cycle.siteLimit { break }
    }
    return sites
  }

  /// Everything that this node waits for directly.
  private final var awaited: [Node] {
    let source = pinnedSource()
    let dependencies = dependencies(upTo: .max) ?? Dependencies()
    let slot = dependencies.slot.flatMap { $0.isAwaited ? $0 : nil }
    let occupants = slot?.queue.occupants?.map(\.promise) ?? []
    return (source.map { [$0] } ?? []) + dependencies.consumers + occupants
  }
}
