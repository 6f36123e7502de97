extension Catalogue {
  /// The memory of pending objects.
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
