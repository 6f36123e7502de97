import Pledge

/// The state of a worker after the run.
enum Account: Equatable, Sendable {
  /// It reported these counts.
  case counted(WorkCounts.Numbers)
  /// Its process has ended.
  case ended
  /// It is running, but does not answer.
  case silent
  /// It does not accept calls, for this reason.
  case refused(String)
}

extension Account: CustomStringConvertible {
  var description: String {
    switch self {
    case .counted(let numbers): "\(numbers.cancelled) calls were canceled"
    case .ended: "it has ended"
    case .silent: "it does not answer"
    case .refused(let reason): reason
    }
  }
}

extension Account {
  /// Waits for the counts of a worker, its end, or for `patience`, whichever comes first.
  ///
  /// Without `end`, the worker was started elsewhere, and its end is not known. A failed request for counts is not conclusive: that of a killed worker fails before its end is
  /// known.
  static func of(
    counts: Future<WorkCounts.Numbers>,
    end: Future<Int32>?,
    patience: Duration,
    clock: some Clock<Duration> = ContinuousClock()
  ) -> Promise<Account> {
    let counted = counts.map { Account.counted($0) }
    let ended = end?.map { _ in Account.ended }
    return (ended.map { any(counted, $0) } ?? counted)
      .timeout(after: patience, clock: clock)
      .recover { _ in .silent }
  }
}
