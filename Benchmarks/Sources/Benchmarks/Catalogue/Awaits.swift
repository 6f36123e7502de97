extension Catalogue {
  /// Promises in async functions.
  static let awaits = [
    Workload(
      id: "await-settled",
      title: "await of a settled promise",
      unit: "await",
      kind: .operation,
      checksum: ones,
      competitors: [
        Competitor(.pledge, PledgePeer.awaitSettled),
        Competitor(.async, AsyncPeer.awaits),
        Competitor(.task, TaskPeer.awaitSettled),
      ]
    ),
    Workload(
      id: "await-pending",
      title: "await of a new promise + resolve",
      unit: "await",
      kind: .operation,
      checksum: ones,
      competitors: [
        Competitor(.pledge, PledgePeer.awaitPending),
        Competitor(.async, AsyncPeer.awaits),
        Competitor(.task, TaskPeer.awaitPending),
      ]
    ),
  ]
}
