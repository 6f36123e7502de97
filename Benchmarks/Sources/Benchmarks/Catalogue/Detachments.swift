extension Catalogue {
  /// Consumers that detach because they are discarded or lose a race.
  static let detachments = [
    Workload(
      id: "map-discard",
      title: "pending + map + discard + resolve",
      unit: "promise",
      kind: .operation,
      checksum: ones,
      competitors: [
        Competitor(.pledge, PledgePeer.mapDiscard),
        Competitor(.opencombine, CombinePeer.mapDiscard),
        Competitor(.task, TaskPeer.mapDiscard),
      ]
    ),
    Workload(
      id: "race",
      title: "race of 2 + map, one wins, the other is late",
      unit: "race",
      kind: .operation,
      checksum: sumOfIndices(plus: 0),
      competitors: [
        Competitor(.pledge, PledgePeer.race),
        Competitor(.nio, NIOPeer.race),
        Competitor(.opencombine, CombinePeer.race),
        Competitor(.task, TaskPeer.race),
        Competitor(.callbacks, CallbackPeer.race),
      ]
    ),
    Workload(
      id: "timeout",
      title: "timeout, won",
      unit: "promise",
      kind: .operation,
      checksum: sumOfIndices(plus: 0),
      competitors: [
        Competitor(.pledge, PledgePeer.timeout),
        Competitor(.nio, NIOPeer.timeout),
        Competitor(.task, TaskPeer.timeout),
        Competitor(.dispatch, DispatchPeer.timeout),
      ]
    ),
  ]
}
