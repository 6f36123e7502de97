import Pledge

extension Account {
  /// Waits for the counts of a worker, its end, or for `patience`, whichever comes first.
  ///
  /// A failed request for counts is not conclusive: that of a killed worker fails before its end is
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
