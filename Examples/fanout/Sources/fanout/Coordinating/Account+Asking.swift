import Pledge

extension Account {
  /// Waits for what a worker counts, for its end, or for `patience`, whichever comes first.
  ///
  /// That nothing was counted does not tell yet: a worker that was killed is gone before its end is
  /// known.
  static func of(
    counts: Future<WorkCounts.Numbers>,
    end: Future<Int32>,
    patience: Duration,
    clock: some Clock<Duration> = ContinuousClock()
  ) -> Promise<Account> {
    any(counts.map { .counted($0) }, end.map { _ in .ended })
      .timeout(after: patience, clock: clock)
      .recover { _ in .silent }
  }
}
