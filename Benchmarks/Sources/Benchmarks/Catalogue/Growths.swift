extension Catalogue {
  /// Deep and long structures that must not overflow a small stack.
  static let depths = [
    Workload("deep-settle", "settle a deep chain", ones) { chainSettlers },
    Workload("deep-reject", "reject a deep chain", ones, PledgePeer.deepReject),
    Workload("deep-discard", "discard a deep chain", ones, PledgePeer.deepDiscard),
    Workload("deep-drop", "drop a deep pending chain", ones, PledgePeer.deepDrop),
    Workload("loop-settled", "recursive loop, settled steps", ones) {
      Competitor(.pledge, PledgePeer.loopSettled)
      Competitor(.nio, NIOPeer.loopSettled)
      Competitor(.opencombine, CombinePeer.loopSettled)
      Competitor(.task, TaskPeer.loopSettled)
    },
    Workload("loop-queued", "recursive loop, steps on a queue", ones, PledgePeer.loopQueued),
    Workload("races-large", "races of 64 KiB against a promise that never settles", ones) {
      PledgePeer.races(of: block)
    },
    Workload("races-small", "races against a promise that never settles", ones) {
      PledgePeer.races(of: integer)
    },
  ].map { $0.measuring(.depth) }

  /// The competitors that build one long chain and settle it, for depth and growth.
  static let chainSettlers = [
    Competitor(.pledge, PledgePeer.deepSettle),
    Competitor(.nio, NIOPeer.deepSettle),
    Competitor(.opencombine, CombinePeer.deepSettle),
    Competitor(.task, TaskPeer.deepSettle),
  ]

  /// Returns the outcome of a large race: 64 KiB.
  @Sendable
  private static func block() -> [UInt8] { [UInt8](repeating: 1, count: 65_536) }

  @Sendable
  private static func integer() -> Int { 1 }

  /// The growth of time and memory.
  static let growths = [
    Workload("stages", "stages of one chain", ones) { chainSettlers },
    Workload("observers", "observers of one promise", ones) {
      Competitor(.pledge) { PledgePeer.fanOut($0, size: $0) }
      Competitor(.nio) { NIOPeer.fanOut($0, size: $0) }
    },
    Workload("elements", "elements of one all", indices) {
      Competitor(.pledge) { PledgePeer.fanIn($0, size: $0) }
      Competitor(.nio) { NIOPeer.fanIn($0, size: $0) }
      Competitor(.opencombine) { CombinePeer.fanIn($0, size: $0) }
      Competitor(.task) { TaskPeer.fanIn($0, size: $0) }
    },
    Workload("timers", "pending timeouts, all won", indices, PledgePeer.timers),
    Workload("detachments", "consumers that detach from one promise, the oldest first", ones) {
      Competitor(.pledge, PledgePeer.detachingConsumers)
    },
    Workload("others", "promises that one is chained after", ones, PledgePeer.chainAfter),
    Workload("returned-promise", "stages that return what waits for as many promises", ones) {
      Competitor(.pledge, PledgePeer.returnedPromise)
    },
    Workload("loads", "loads that each ask for the one before", ones, PledgePeer.loads),
    Workload(
      "queued-operations",
      "operations that wait in a queue with a rate and priorities",
      ones
    ) {
      Competitor(.pledge, PledgePeer.queuedOperations)
    },
    Workload("batched-keys", "keys of one batch", ones, PledgePeer.batchedKeys),
    Workload("released-roots", "producers that are released while promises wait for them", ones) {
      Competitor(.pledge, PledgePeer.releasedRoots)
    },
    Workload("nested-operations", "operations of a queue that wait for others of it", ones) {
      Competitor(.pledge, PledgePeer.nestedOperations)
    },
    Workload("deadlines", "operations that wait in a queue, the earliest deadline first", ones) {
      Competitor(.pledge, PledgePeer.deadlines)
    },
  ].map { $0.measuring(.growth) }

  /// The memory of pending objects.
  static let footprints = [
    Workload(
      "footprint",
      "bytes of a pending promise with one observer",
      indices,
      older: olderPeers.map { $0.observedPromise }
    ) {
      PledgePeer.observedPromise
      NIOPeer.observedPromise
      CombinePeer.observedPromise
      TaskPeer.observedPromise
      CallbackPeer.observedPromise
    }
  ].map { $0.measuring(.footprint) }
}
