extension Catalogue {
  /// Operations on one or two promises that are as common as chains.
  static let everyday = [
    Workload("all-pair", "all of 2 types + map, both settled later", per: "pair", indices(plus: 1))
    {
      Competitor(.pledge, PledgePeer.allPair)
      Competitor(.nio, NIOPeer.allPair)
    },
    Workload("rejected-maps", "rejected + 3 maps + recover", per: "chain", indices) {
      Competitor(.pledge, PledgePeer.rejectedMaps)
      Competitor(.nio, NIOPeer.rejectedMaps)
    },
    Workload("pending-handlers", "pending + tap + ensure + recover", per: "chain", indices(plus: 1))
    {
      Competitor(.pledge, PledgePeer.pendingHandlers)
      Competitor(.nio, NIOPeer.pendingHandlers)
    },
    Workload("retry-settled", "retry, the first attempt is settled", per: "retry", indices) {
      Competitor(.pledge, PledgePeer.retrySettled)
    },
    Workload("queue-add", "PromiseQueue, an operation that is settled", per: "operation", indices) {
      Competitor(.pledge, PledgePeer.queueAdd)
    },
    Workload(
      "queue-rate",
      "PromiseQueue with a rate, an operation that waits",
      per: "operation",
      indices
    ) {
      Competitor(.pledge, PledgePeer.queueRate)
    },
    Workload("batch-pair", "BatchLoader, a batch of two keys", per: "batch", indices) {
      Competitor(.pledge, PledgePeer.batchPair)
    },
    Workload("batch-key", "BatchLoader, a batch of 1,000", per: "key", indices, group: 1_000) {
      Competitor(.pledge) { PledgePeer.batchKey($0, size: 1_000) }
    },
    Workload("single-flight", "SingleFlight, one load for two waiters", per: "load", indices) {
      Competitor(.pledge, PledgePeer.singleFlight)
    },
    Workload(
      "single-flight-waiter",
      "SingleFlight, 1,000 waiters for one load",
      per: "waiter",
      ones,
      group: 1_000
    ) {
      Competitor(.pledge) { PledgePeer.singleFlightWaiter($0, size: 1_000) }
    },
    Workload("single-flight-kept", "SingleFlight, a value that is cached", per: "value", ones) {
      Competitor(.pledge, PledgePeer.singleFlightKept)
    },
  ]

  /// Conversions from a promise to another library and back; the peer does the same steps on its
  /// own.
  static let bridges = [
    Workload(
      "nio-round-trip",
      "pending → EventLoopFuture → promise + resolve",
      per: "round trip",
      indices
    ) {
      Competitor(.pledge, PledgePeer.nioRoundTrip)
      Competitor(.nio, NIOPeer.roundTrip)
    },
    Workload(
      "combine-round-trip",
      "pending → publisher → promise + resolve",
      per: "round trip",
      indices
    ) {
      Competitor(.pledge, PledgePeer.combineRoundTrip)
      Competitor(.opencombine, CombinePeer.roundTrip)
    },
  ]
}
