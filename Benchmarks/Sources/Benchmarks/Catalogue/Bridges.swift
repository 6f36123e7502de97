extension Catalogue {
  /// Conversions from a promise to another library and back; the peer does the same steps on its
  /// own.
  static let bridges = [
    Workload(
      id: "nio-round-trip",
      title: "pending → EventLoopFuture → promise + resolve",
      unit: "round trip",
      kind: .operation,
      checksum: sumOfIndices(plus: 0),
      competitors: [
        Competitor(.pledge, PledgePeer.nioRoundTrip),
        Competitor(.nio, NIOPeer.roundTrip),
      ]
    ),
    Workload(
      id: "combine-round-trip",
      title: "pending → publisher → promise + resolve",
      unit: "round trip",
      kind: .operation,
      checksum: sumOfIndices(plus: 0),
      competitors: [
        Competitor(.pledge, PledgePeer.combineRoundTrip),
        Competitor(.opencombine, CombinePeer.roundTrip),
      ]
    ),
  ]
}
