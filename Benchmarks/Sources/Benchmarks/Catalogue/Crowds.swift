extension Catalogue {
  /// Many promises combined into one, and many observers of one.
  static let crowds = [
    Workload(
      id: "fan-out",
      title: "1,000 observers",
      unit: "observer",
      kind: .operation,
      group: 1_000,
      checksum: ones,
      competitors: [
        Competitor(.pledge) { PledgePeer.fanOut($0, size: 1_000) },
        Competitor(.nio) { NIOPeer.fanOut($0, size: 1_000) },
        Competitor(.opencombine) { CombinePeer.fanOut($0, size: 1_000) },
        Competitor(.task) { TaskPeer.fanOut($0, size: 1_000) },
        Competitor(.callbacks) { CallbackPeer.fanOut($0, size: 1_000) },
      ],
      older: olderPeers.map { older in
        Competitor(older.peer) { older.fanOut($0, size: 1_000) }
      }
    ),
    Workload(
      id: "fan-in",
      title: "all of 1,000",
      unit: "element",
      kind: .operation,
      group: 1_000,
      checksum: sumOfIndices(plus: 0),
      competitors: [
        Competitor(.pledge) { PledgePeer.fanIn($0, size: 1_000) },
        Competitor(.nio) { NIOPeer.fanIn($0, size: 1_000) },
        Competitor(.opencombine) { CombinePeer.fanIn($0, size: 1_000) },
        Competitor(.task) { TaskPeer.fanIn($0, size: 1_000) },
        Competitor(.callbacks) { CallbackPeer.fanIn($0, size: 1_000) },
      ],
      older: olderPeers.compactMap { $0 as? any JoiningPeer.Type }.map { older in
        Competitor(older.peer) { older.fanIn($0, size: 1_000) }
      }
    ),
    Workload(
      id: "map-concurrently",
      title: "mapConcurrently of 1,000, 8 at a time",
      unit: "element",
      kind: .operation,
      group: 1_000,
      checksum: sumOfIndices(plus: 1),
      competitors: [
        Competitor(.pledge) { PledgePeer.mapConcurrently($0, size: 1_000) },
        Competitor(.opencombine) { CombinePeer.mapConcurrently($0, size: 1_000) },
        Competitor(.task) { TaskPeer.mapConcurrently($0, size: 1_000) },
        Competitor(.callbacks) { CallbackPeer.mapConcurrently($0, size: 1_000) },
      ]
    ),
  ]
}
