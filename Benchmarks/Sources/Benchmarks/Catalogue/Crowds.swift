extension Catalogue {
  /// Many promises combined into one, and many observers of one.
  static let crowds = [
    Workload(
      "fan-out",
      "1,000 observers",
      ones,
      group: 1_000,
      older: olderPeers.map { older in Competitor(older.peer) { older.fanOut($0, size: 1_000) } }
    ) {
      Competitor(.pledge) { PledgePeer.fanOut($0, size: 1_000) }
      Competitor(.nio) { NIOPeer.fanOut($0, size: 1_000) }
    },
    Workload(
      "fan-in",
      "all of 1,000",
      indices,
      group: 1_000,
      older: olderPeers.compactMap { $0 as? any JoiningPeer.Type }.map { older in
        Competitor(older.peer) { older.fanIn($0, size: 1_000) }
      }
    ) {
      Competitor(.pledge) { PledgePeer.fanIn($0, size: 1_000) }
      Competitor(.nio) { NIOPeer.fanIn($0, size: 1_000) }
      Competitor(.opencombine) { CombinePeer.fanIn($0, size: 1_000) }
      Competitor(.task) { TaskPeer.fanIn($0, size: 1_000) }
    },
    Workload(
      "map-concurrently",
      "mapConcurrently of 1,000, 8 at a time",
      indices(plus: 1),
      group: 1_000
    ) {
      Competitor(.pledge) { PledgePeer.mapConcurrently($0, size: 1_000) }
    },
  ]

  /// Work on more than one thread.
  static let threads = [
    Workload("serial-queue-maps", "3 maps on a serial queue, waited for", indices(plus: 3)) {
      Competitor(.pledge, PledgePeer.serialQueueMaps)
      Competitor(.nio, NIOPeer.serialQueueMaps)
      Competitor(.opencombine, CombinePeer.serialQueueMaps)
      Competitor(.task, TaskPeer.serialQueueMaps)
      Competitor(.dispatch, DispatchPeer.serialQueueMaps)
    },
    Workload(
      "settled-queue-maps",
      "3 maps of a settled promise on a serial queue, waited for",
      indices(plus: 3)
    ) {
      Competitor(.pledge, PledgePeer.settledQueueMaps)
      Competitor(.dispatch, DispatchPeer.serialQueueMaps)
    },
    Workload("contention", "2 threads in lockstep: 4 attach while 1 resolves", Contest.checksum) {
      Competitor(.pledge, PledgePeer.contention)
      Competitor(.nio, NIOPeer.contention)
    },
  ]

  /// Promises in async functions.
  static let awaits = [
    Workload("await-settled", "await of a settled promise", ones) {
      Competitor(.pledge, PledgePeer.awaitSettled)
      Competitor(.async, AsyncPeer.awaitSettled)
      Competitor(.task, TaskPeer.awaitSettled)
    },
    Workload("await-pending", "await of a new promise + resolve", ones) {
      Competitor(.pledge, PledgePeer.awaitPending)
      Competitor(.async, AsyncPeer.awaitPending)
      Competitor(.task, TaskPeer.awaitPending)
    },
    Workload("await-task", "await of a new promise for an async operation", ones) {
      Competitor(.pledge, PledgePeer.awaitTask)
      Competitor(.task, TaskPeer.awaitTask)
    },
  ]
}
