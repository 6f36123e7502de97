extension Catalogue {
  /// Chains of maps.
  static let maps = [
    Workload(
      id: "settled-maps",
      title: "settled + 3 maps",
      unit: "promise",
      kind: .operation,
      checksum: sumOfIndices(plus: 3),
      competitors: [
        Competitor(.pledge, PledgePeer.settledMaps),
        Competitor(.nio, NIOPeer.settledMaps),
        Competitor(.opencombine, CombinePeer.settledMaps),
        Competitor(.task, TaskPeer.settledMaps),
        Competitor(.callbacks, CallbackPeer.settledMaps),
      ],
      older: olderPeers.map { Competitor($0.peer, $0.settledMaps) }
    ),
    Workload(
      id: "pending-maps",
      title: "pending + 3 maps + resolve",
      unit: "promise",
      kind: .operation,
      checksum: sumOfIndices(plus: 3),
      competitors: [
        Competitor(.pledge, PledgePeer.pendingMaps),
        Competitor(.nio, NIOPeer.pendingMaps),
        Competitor(.opencombine, CombinePeer.pendingMaps),
        Competitor(.task, TaskPeer.pendingMaps),
        Competitor(.callbacks, CallbackPeer.pendingMaps),
        Competitor(.dispatch, DispatchPeer.pendingMaps),
      ],
      older: olderPeers.map { Competitor($0.peer, $0.pendingMaps) }
    ),
    Workload(
      id: "recorded-maps",
      title: "the same, recorded by PledgeTrace",
      unit: "promise",
      kind: .operation,
      checksum: sumOfIndices(plus: 3),
      competitors: [Competitor(.pledge, PledgePeer.recordedMaps)]
    ),
    Workload(
      id: "listed-maps",
      title: "the same, listed by Diagnostics.pending()",
      unit: "promise",
      kind: .operation,
      checksum: sumOfIndices(plus: 3),
      competitors: [Competitor(.pledge, PledgePeer.listedMaps)]
    ),
    Workload(
      id: "pending-capturing-maps",
      title: "pending + 3 capturing maps + resolve",
      unit: "promise",
      kind: .operation,
      checksum: { 4 * sumOfIndices(plus: 0)($0) },
      competitors: [
        Competitor(.pledge, PledgePeer.pendingCapturingMaps),
        Competitor(.nio, NIOPeer.pendingCapturingMaps),
        Competitor(.opencombine, CombinePeer.pendingCapturingMaps),
        Competitor(.task, TaskPeer.pendingCapturingMaps),
        Competitor(.callbacks, CallbackPeer.pendingCapturingMaps),
      ]
    ),
    Workload(
      id: "discardable-maps",
      title: "discardable + 3 maps + resolve",
      unit: "promise",
      kind: .operation,
      checksum: sumOfIndices(plus: 3),
      competitors: [
        Competitor(.pledge, PledgePeer.discardableMaps),
        Competitor(.opencombine, CombinePeer.discardableMaps),
        Competitor(.task, TaskPeer.discardableMaps),
      ]
    ),
    Workload(
      id: "new-resolve",
      title: "new + resolve + free",
      unit: "promise",
      kind: .operation,
      checksum: sumOfIndices(plus: 0),
      competitors: [
        Competitor(.pledge, PledgePeer.newResolve),
        Competitor(.nio, NIOPeer.newResolve),
        Competitor(.opencombine, CombinePeer.newResolve),
        Competitor(.task, TaskPeer.newResolve),
      ]
    ),
  ]
}
