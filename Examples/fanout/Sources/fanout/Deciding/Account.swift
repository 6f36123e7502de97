/// What is known of a worker after the run.
enum Account: Equatable, Sendable {
  /// What it counted itself.
  case counted(WorkCounts.Numbers)
  /// Its process has ended.
  case ended
  /// It lives, and does not answer.
  case silent
}

extension Account: CustomStringConvertible {
  var description: String {
    switch self {
    case .counted(let numbers): "it was left by \(numbers.cancelled) callers"
    case .ended: "it has ended"
    case .silent: "it does not answer"
    }
  }
}
