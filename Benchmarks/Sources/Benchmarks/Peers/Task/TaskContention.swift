extension TaskPeer {
  /// Runs on the pool, because the executor of the other workloads has one thread.
  static func contention(_ count: Int) -> Int {
    Contest.run(
      count,
      create: { Pending { wait in Task.immediate(operation: wait) } },
      settle: { $0.settle(1) },
      attach: { source, tally, number in
        Task { tally.add(await source.value * number) }
      }
    )
  }
}
