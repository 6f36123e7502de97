extension Catalogue {
  /// Chains of flatMaps.
  static let flatMaps = [
    Workload(
      id: "pending-flatmaps",
      title: "pending + 3 flatMaps to settled ones + resolve",
      unit: "promise",
      kind: .operation,
      checksum: sumOfIndices(plus: 3),
      competitors: [
        Competitor(.pledge, PledgePeer.pendingFlatMaps),
        Competitor(.nio, NIOPeer.pendingFlatMaps),
        Competitor(.opencombine, CombinePeer.pendingFlatMaps),
        Competitor(.task, TaskPeer.pendingFlatMaps),
        Competitor(.callbacks, CallbackPeer.pendingMaps),
      ],
      older: olderPeers.map { Competitor($0.peer, $0.pendingFlatMaps) }
    ),
    Workload(
      id: "pending-flatmaps-pending-inner",
      title: "pending + 3 flatMaps to pending ones + map + 4 resolves",
      unit: "promise",
      kind: .operation,
      checksum: sumOfIndices(plus: 3),
      competitors: [
        Competitor(.pledge, PledgePeer.pendingFlatMapsPendingInner),
        Competitor(.nio, NIOPeer.pendingFlatMapsPendingInner),
        Competitor(.opencombine, CombinePeer.pendingFlatMapsPendingInner),
        Competitor(.task, TaskPeer.pendingFlatMapsPendingInner),
        Competitor(.callbacks, CallbackPeer.pendingFlatMapsPendingInner),
      ]
    ),
  ]
}
