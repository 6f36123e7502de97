extension Catalogue {
  /// The growth of time and memory.
  static let growths = [
    Workload(
      id: "stages",
      title: "stages of one chain",
      unit: "stage",
      kind: .growth,
      checksum: ones,
      competitors: chainSettlers
    ),
    Workload(
      id: "observers",
      title: "observers of one promise",
      unit: "observer",
      kind: .growth,
      checksum: ones,
      competitors: [
        Competitor(.pledge) { PledgePeer.fanOut($0, size: $0) },
        Competitor(.nio) { NIOPeer.fanOut($0, size: $0) },
        Competitor(.opencombine) { CombinePeer.fanOut($0, size: $0) },
        Competitor(.task) { TaskPeer.fanOut($0, size: $0) },
        Competitor(.callbacks) { CallbackPeer.fanOut($0, size: $0) },
      ]
    ),
    Workload(
      id: "elements",
      title: "elements of one all",
      unit: "element",
      kind: .growth,
      checksum: sumOfIndices(plus: 0),
      competitors: [
        Competitor(.pledge) { PledgePeer.fanIn($0, size: $0) },
        Competitor(.nio) { NIOPeer.fanIn($0, size: $0) },
        Competitor(.opencombine) { CombinePeer.fanIn($0, size: $0) },
        Competitor(.task) { TaskPeer.fanIn($0, size: $0) },
        Competitor(.callbacks) { CallbackPeer.fanIn($0, size: $0) },
      ]
    ),
    Workload(
      id: "timers",
      title: "pending timeouts, all won",
      unit: "timer",
      kind: .growth,
      checksum: sumOfIndices(plus: 0),
      competitors: [
        Competitor(.pledge, PledgePeer.timers),
        Competitor(.nio, NIOPeer.timers),
        Competitor(.task, TaskPeer.timers),
        Competitor(.dispatch, DispatchPeer.timers),
      ]
    ),
    Workload(
      id: "detachments",
      title: "consumers that detach from one promise, the oldest first",
      unit: "consumer",
      kind: .growth,
      checksum: ones,
      competitors: [Competitor(.pledge, PledgePeer.detachingConsumers)]
    ),
    Workload(
      id: "others",
      title: "promises that one is chained after",
      unit: "other",
      kind: .growth,
      checksum: ones,
      competitors: [Competitor(.pledge, PledgePeer.chainAfter)]
    ),
    Workload(
      id: "returned-promise",
      title: "stages that return what waits for as many promises",
      unit: "stage",
      kind: .growth,
      checksum: ones,
      competitors: [Competitor(.pledge, PledgePeer.returnedPromise)]
    ),
    Workload(
      id: "loads",
      title: "loads that each ask for the one before",
      unit: "load",
      kind: .growth,
      checksum: ones,
      competitors: [Competitor(.pledge, PledgePeer.loads)]
    ),
    Workload(
      id: "queued-operations",
      title: "operations that wait in a queue with a rate and priorities",
      unit: "operation",
      kind: .growth,
      checksum: ones,
      competitors: [Competitor(.pledge, PledgePeer.queuedOperations)]
    ),
    Workload(
      id: "batched-keys",
      title: "keys of one batch",
      unit: "key",
      kind: .growth,
      checksum: ones,
      competitors: [Competitor(.pledge, PledgePeer.batchedKeys)]
    ),
    Workload(
      id: "released-roots",
      title: "producers that are released while promises wait for them",
      unit: "producer",
      kind: .growth,
      checksum: ones,
      competitors: [Competitor(.pledge, PledgePeer.releasedRoots)]
    ),
    Workload(
      id: "nested-operations",
      title: "operations of a queue that wait for others of it",
      unit: "operation",
      kind: .growth,
      checksum: ones,
      competitors: [Competitor(.pledge, PledgePeer.nestedOperations)]
    ),
    Workload(
      id: "deadlines",
      title: "operations that wait in a queue, the earliest deadline first",
      unit: "operation",
      kind: .growth,
      checksum: ones,
      competitors: [Competitor(.pledge, PledgePeer.deadlines)]
    ),
  ]
}
