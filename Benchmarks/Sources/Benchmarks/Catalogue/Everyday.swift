extension Catalogue {
  /// Operations on one or two promises that are as common as chains.
  static let everyday = [
    Workload("all-pair", "all of 2 types + map, both settled later", indices(plus: 1)) {
      Competitor(.pledge, PledgePeer.allPair)
      Competitor(.nio, NIOPeer.allPair)
    },
    Workload("rejected-maps", "rejected + 3 maps + recover", indices) {
      Competitor(.pledge, PledgePeer.rejectedMaps)
      Competitor(.nio, NIOPeer.rejectedMaps)
    },
    Workload("pending-handlers", "pending + tap + ensure + recover", indices(plus: 1)) {
      Competitor(.pledge, PledgePeer.pendingHandlers)
      Competitor(.nio, NIOPeer.pendingHandlers)
    },
    Workload("retry-settled", "retry, the first attempt is settled", indices) {
      Competitor(.pledge, PledgePeer.retrySettled)
    },
    Workload("queue-add", "PromiseQueue, an operation that is settled", indices) {
      Competitor(.pledge, PledgePeer.queueAdd)
    },
    Workload("queue-rate", "PromiseQueue with a rate, an operation that waits", indices) {
      Competitor(.pledge, PledgePeer.queueRate)
    },
    Workload("batch-pair", "BatchLoader, a batch of two keys", indices, PledgePeer.batchPair),
    Workload("batch-key", "BatchLoader, a batch of 1,000", indices, group: 1_000) {
      Competitor(.pledge) { PledgePeer.batchKey($0, size: 1_000) }
    },
    Workload("single-flight", "SingleFlight, one load for two waiters", indices) {
      Competitor(.pledge, PledgePeer.singleFlight)
    },
    Workload(
      "single-flight-waiter",
      "SingleFlight, 1,000 waiters for one load",
      ones,
      group: 1_000
    ) {
      Competitor(.pledge) { PledgePeer.singleFlightWaiter($0, size: 1_000) }
    },
    Workload("single-flight-kept", "SingleFlight, a value that is cached", ones) {
      Competitor(.pledge, PledgePeer.singleFlightKept)
    },
  ]

  /// Conversions from a promise to another library and back; the peer does the same steps on its
  /// own.
  static let bridges = [
    Workload("nio-round-trip", "pending → EventLoopFuture → promise + resolve", indices) {
      Competitor(.pledge, PledgePeer.nioRoundTrip)
      Competitor(.nio, NIOPeer.roundTrip)
    },
    Workload("combine-round-trip", "pending → publisher → promise + resolve", indices) {
      Competitor(.pledge, PledgePeer.combineRoundTrip)
      Competitor(.opencombine, CombinePeer.roundTrip)
    },
  ]
}
