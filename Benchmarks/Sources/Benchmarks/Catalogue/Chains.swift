extension Catalogue {
  /// Chains of maps.
  static let maps = [
    Workload(
      "settled-maps",
      "settled + 3 maps",
      indices(plus: 3),
      older: olderPeers.map { Competitor($0.peer, $0.settledMaps) }
    ) {
      Competitor(.pledge, PledgePeer.settledMaps)
      Competitor(.nio, NIOPeer.settledMaps)
      Competitor(.task, TaskPeer.settledMaps)
      Competitor(.callbacks, CallbackPeer.settledMaps)
    },
    Workload(
      "pending-maps",
      "pending + 3 maps + resolve",
      indices(plus: 3),
      older: olderPeers.map { Competitor($0.peer, $0.pendingMaps) }
    ) {
      Competitor(.pledge, PledgePeer.pendingMaps)
      Competitor(.nio, NIOPeer.pendingMaps)
      Competitor(.opencombine, CombinePeer.pendingMaps)
      Competitor(.task, TaskPeer.pendingMaps)
      Competitor(.callbacks, CallbackPeer.pendingMaps)
      Competitor(.dispatch, DispatchPeer.pendingMaps)
    },
    Workload("recorded-maps", "the same, recorded by PledgeTrace", indices(plus: 3)) {
      Competitor(.pledge, PledgePeer.recordedMaps)
    },
    Workload("listed-maps", "the same, listed by Diagnostics.pending()", indices(plus: 3)) {
      Competitor(.pledge, PledgePeer.listedMaps)
    },
    Workload(
      "pending-capturing-maps",
      "pending + 3 capturing maps + resolve",
      indices(times: 4, plus: 0)
    ) {
      Competitor(.pledge, PledgePeer.pendingCapturingMaps)
    },
    Workload("discardable-maps", "discardable + 3 maps + resolve", indices(plus: 3)) {
      Competitor(.pledge, PledgePeer.discardableMaps)
    },
    Workload("new-resolve", "new + resolve + free", indices, PledgePeer.newResolve),
  ]

  /// Chains of flatMaps.
  static let flatMaps = [
    Workload(
      "pending-flatmaps",
      "pending + 3 flatMaps to settled ones + resolve",
      indices(plus: 3),
      older: olderPeers.map { Competitor($0.peer, $0.pendingFlatMaps) }
    ) {
      Competitor(.pledge, PledgePeer.pendingFlatMaps)
      Competitor(.nio, NIOPeer.pendingFlatMaps)
      Competitor(.opencombine, CombinePeer.pendingFlatMaps)
      Competitor(.task, TaskPeer.pendingFlatMaps)
      Competitor(.callbacks, CallbackPeer.pendingMaps)
    },
    Workload(
      "pending-flatmaps-pending-inner",
      "pending + 3 flatMaps to pending ones + map + 4 resolves",
      indices(plus: 3)
    ) {
      Competitor(.pledge, PledgePeer.pendingFlatMapsPendingInner)
    },
  ]

  /// Consumers that detach because they are discarded or lose a race.
  static let detachments = [
    Workload("map-discard", "pending + map + discard + resolve", ones, PledgePeer.mapDiscard),
    Workload("race", "race of 2 + map, one wins, the other is late", indices) {
      Competitor(.pledge, PledgePeer.race)
      Competitor(.nio, NIOPeer.race)
      Competitor(.opencombine, CombinePeer.race)
      Competitor(.task, TaskPeer.race)
    },
    Workload("timeout", "timeout, won", indices) {
      Competitor(.pledge, PledgePeer.timeout)
      Competitor(.nio, NIOPeer.timeout)
    },
  ]
}
