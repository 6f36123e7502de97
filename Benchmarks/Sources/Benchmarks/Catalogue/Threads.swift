extension Catalogue {
  /// Work on more than one thread.
  static let threads = [
    Workload(
      id: "serial-queue-maps",
      title: "3 maps on a serial queue, waited for",
      unit: "promise",
      kind: .operation,
      checksum: sumOfIndices(plus: 3),
      competitors: [
        Competitor(.pledge, PledgePeer.serialQueueMaps),
        Competitor(.nio, NIOPeer.serialQueueMaps),
        Competitor(.opencombine, CombinePeer.serialQueueMaps),
        Competitor(.task, TaskPeer.serialQueueMaps),
        Competitor(.dispatch, DispatchPeer.serialQueueMaps),
      ]
    ),
    Workload(
      id: "settled-queue-maps",
      title: "3 maps of a settled promise on a serial queue, waited for",
      unit: "promise",
      kind: .operation,
      checksum: sumOfIndices(plus: 3),
      competitors: [
        Competitor(.pledge, PledgePeer.settledQueueMaps),
        Competitor(.dispatch, DispatchPeer.serialQueueMaps),
      ]
    ),
    Workload(
      id: "contention",
      title: "2 threads in lockstep: 4 attach while 1 resolves",
      unit: "promise",
      kind: .operation,
      checksum: Contest.checksum,
      competitors: [
        Competitor(.pledge, PledgePeer.contention),
        Competitor(.nio, NIOPeer.contention),
        Competitor(.opencombine, CombinePeer.contention),
        Competitor(.task, TaskPeer.contention),
      ]
    ),
  ]
}
