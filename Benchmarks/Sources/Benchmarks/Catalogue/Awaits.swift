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
        Competitor(.async, AsyncPeer.awaitSettled),
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
        Competitor(.async, AsyncPeer.awaitPending),
        Competitor(.task, TaskPeer.awaitPending),
      ]
    ),
    Workload(
      id: "await-task",
      title: "await of a new promise for an async operation",
      unit: "await",
      kind: .operation,
      checksum: ones,
      competitors: [
        Competitor(.pledge, PledgePeer.awaitTask),
        Competitor(.task, TaskPeer.awaitTask),
      ]
    ),
  ]
}
