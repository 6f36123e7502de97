extension Catalogue {
  /// What a pending thing holds.
  static let footprints = [
    Workload(
      id: "footprint",
      title: "bytes of a pending promise with one observer",
      unit: "promise",
      kind: .footprint,
      checksum: sumOfIndices(plus: 0),
      competitors: [
        PledgePeer.observedPromise,
        NIOPeer.observedPromise,
        CombinePeer.observedPromise,
        TaskPeer.observedPromise,
        CallbackPeer.observedPromise,
      ],
      older: olderPeers.map { $0.observedPromise }
    )
  ]
}
