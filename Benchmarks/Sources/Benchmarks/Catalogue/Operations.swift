extension Catalogue {
  /// What one operation costs.
  static let operations = [
    Workload(
      id: "settled-maps",
      title: "settled + 3 maps",
      unit: "promise",
      kind: .operation,
      checksum: sumOfIndices(plus: 3),
      competitors: [
        Competitor(.pledge, operate: PledgePeer.settledMaps),
        Competitor(.nio, operate: NIOPeer.settledMaps),
        Competitor(.opencombine, operate: CombinePeer.settledMaps),
        Competitor(.task, operate: TaskPeer.settledMaps),
        Competitor(.callbacks, operate: CallbackPeer.settledMaps),
      ]
    ),
    Workload(
      id: "pending-maps",
      title: "pending + 3 maps + resolve",
      unit: "promise",
      kind: .operation,
      checksum: sumOfIndices(plus: 3),
      competitors: [
        Competitor(.pledge, operate: PledgePeer.pendingMaps),
        Competitor(.nio, operate: NIOPeer.pendingMaps),
        Competitor(.opencombine, operate: CombinePeer.pendingMaps),
        Competitor(.task, operate: TaskPeer.pendingMaps),
        Competitor(.callbacks, operate: CallbackPeer.pendingMaps),
        Competitor(.dispatch, operate: DispatchPeer.pendingMaps),
      ]
    ),
  ]

  /// The sum of 0, 1, 2 …, each plus `increment`.
  static func sumOfIndices(plus increment: Int) -> @Sendable (Int) -> Int {
    { count in count * (count - 1) / 2 + count * increment }
  }
}
