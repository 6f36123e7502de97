extension Catalogue {
  /// Operations on one or two promises that are as common as chains.
  static let everyday = [
    Workload(
      id: "all-pair",
      title: "all of 2 types + map, both settled later",
      unit: "pair",
      kind: .operation,
      checksum: sumOfIndices(plus: 1),
      competitors: [
        Competitor(.pledge, PledgePeer.allPair),
        Competitor(.nio, NIOPeer.allPair),
      ]
    ),
    Workload(
      id: "rejected-maps",
      title: "rejected + 3 maps + recover",
      unit: "chain",
      kind: .operation,
      checksum: sumOfIndices(plus: 0),
      competitors: [
        Competitor(.pledge, PledgePeer.rejectedMaps),
        Competitor(.nio, NIOPeer.rejectedMaps),
      ]
    ),
    Workload(
      id: "pending-handlers",
      title: "pending + tap + ensure + recover",
      unit: "chain",
      kind: .operation,
      checksum: sumOfIndices(plus: 1),
      competitors: [
        Competitor(.pledge, PledgePeer.pendingHandlers),
        Competitor(.nio, NIOPeer.pendingHandlers),
      ]
    ),
    Workload(
      id: "retry-settled",
      title: "retry, the first attempt is settled",
      unit: "retry",
      kind: .operation,
      checksum: sumOfIndices(plus: 0),
      competitors: [Competitor(.pledge, PledgePeer.retrySettled)]
    ),
    Workload(
      id: "queue-add",
      title: "PromiseQueue, an operation that is settled",
      unit: "operation",
      kind: .operation,
      checksum: sumOfIndices(plus: 0),
      competitors: [Competitor(.pledge, PledgePeer.queueAdd)]
    ),
    Workload(
      id: "queue-rate",
      title: "PromiseQueue with a rate, an operation that waits",
      unit: "operation",
      kind: .operation,
      checksum: sumOfIndices(plus: 0),
      competitors: [Competitor(.pledge, PledgePeer.queueRate)]
    ),
    Workload(
      id: "batch-pair",
      title: "BatchLoader, a batch of two keys",
      unit: "batch",
      kind: .operation,
      checksum: sumOfIndices(plus: 0),
      competitors: [Competitor(.pledge, PledgePeer.batchPair)]
    ),
    Workload(
      id: "batch-key",
      title: "BatchLoader, a batch of 1,000",
      unit: "key",
      kind: .operation,
      group: 1_000,
      checksum: sumOfIndices(plus: 0),
      competitors: [Competitor(.pledge) { PledgePeer.batchKey($0, size: 1_000) }]
    ),
    Workload(
      id: "single-flight",
      title: "SingleFlight, one load for two waiters",
      unit: "load",
      kind: .operation,
      checksum: sumOfIndices(plus: 0),
      competitors: [Competitor(.pledge, PledgePeer.singleFlight)]
    ),
    Workload(
      id: "single-flight-waiter",
      title: "SingleFlight, 1,000 waiters for one load",
      unit: "waiter",
      kind: .operation,
      group: 1_000,
      checksum: ones,
      competitors: [Competitor(.pledge) { PledgePeer.singleFlightWaiter($0, size: 1_000) }]
    ),
    Workload(
      id: "single-flight-kept",
      title: "SingleFlight, a value that is cached",
      unit: "value",
      kind: .operation,
      checksum: ones,
      competitors: [Competitor(.pledge, PledgePeer.singleFlightKept)]
    ),
  ]
}
