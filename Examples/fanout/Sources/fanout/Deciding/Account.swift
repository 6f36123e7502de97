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
