extension Catalogue {
  /// Deep and long structures that must not overflow a small stack.
  static let depths = [
    Workload(
      id: "deep-settle",
      title: "settle a deep chain",
      unit: "stage",
      kind: .depth,
      checksum: ones,
      competitors: chainSettlers
    ),
    Workload(
      id: "deep-reject",
      title: "reject a deep chain",
      unit: "stage",
      kind: .depth,
      checksum: ones,
      competitors: [
        Competitor(.pledge, PledgePeer.deepReject),
        Competitor(.nio, NIOPeer.deepReject),
        Competitor(.opencombine, CombinePeer.deepReject),
        Competitor(.task, TaskPeer.deepReject),
      ]
    ),
    Workload(
      id: "deep-discard",
      title: "discard a deep chain",
      unit: "stage",
      kind: .depth,
      checksum: ones,
      competitors: [
        Competitor(.pledge, PledgePeer.deepDiscard),
        Competitor(.opencombine, CombinePeer.deepDiscard),
      ]
    ),
    Workload(
      id: "deep-drop",
      title: "drop a deep pending chain",
      unit: "stage",
      kind: .depth,
      checksum: ones,
      competitors: [
        Competitor(.pledge, PledgePeer.deepDrop),
        Competitor(.nio, NIOPeer.deepDrop),
        Competitor(.opencombine, CombinePeer.deepDrop),
        Competitor(.callbacks, CallbackPeer.deepDrop),
      ]
    ),
    Workload(
      id: "loop-settled",
      title: "recursive loop, settled steps",
      unit: "turn",
      kind: .depth,
      checksum: ones,
      competitors: [
        Competitor(.pledge, PledgePeer.loopSettled),
        Competitor(.nio, NIOPeer.loopSettled),
        Competitor(.opencombine, CombinePeer.loopSettled),
        Competitor(.task, TaskPeer.loopSettled),
        Competitor(.callbacks, CallbackPeer.loopSettled),
      ]
    ),
    Workload(
      id: "loop-queued",
      title: "recursive loop, steps on a queue",
      unit: "turn",
      kind: .depth,
      checksum: ones,
      competitors: [
        Competitor(.pledge, PledgePeer.loopQueued),
        Competitor(.nio, NIOPeer.loopQueued),
        Competitor(.opencombine, CombinePeer.loopQueued),
        Competitor(.task, TaskPeer.loopQueued),
        Competitor(.dispatch, DispatchPeer.loopQueued),
      ]
    ),
    Workload(
      id: "races-large",
      title: "races of 64 KiB against a promise that never settles",
      unit: "race",
      kind: .depth,
      checksum: ones,
      competitors: [
        PledgePeer.races(of: block),
        NIOPeer.races(of: block),
        CombinePeer.races(of: block),
      ]
    ),
    Workload(
      id: "races-small",
      title: "races against a promise that never settles",
      unit: "race",
      kind: .depth,
      checksum: ones,
      competitors: [
        PledgePeer.races(of: integer),
        NIOPeer.races(of: integer),
        CombinePeer.races(of: integer),
      ]
    ),
  ]

  /// The competitors that build one long chain and settle it, for depth and growth.
  static let chainSettlers = [
    Competitor(.pledge, PledgePeer.deepSettle),
    Competitor(.nio, NIOPeer.deepSettle),
    Competitor(.opencombine, CombinePeer.deepSettle),
    Competitor(.task, TaskPeer.deepSettle),
    Competitor(.callbacks, CallbackPeer.deepSettle),
  ]

  /// Returns the outcome of a large race: 64 KiB.
  @Sendable
  private static func block() -> [UInt8] { [UInt8](repeating: 1, count: 65_536) }

  @Sendable
  private static func integer() -> Int { 1 }
}
