#if Logging || Metrics || Tracing
import Pledge
import PledgeSupport

extension PromiseEvent {
  /// The source location where the chain was started, on one line.
  var site: String { "\(fileID.line(limit: .name)):\(line)" }

  /// The operator on one line, or `unknown`.
  var operatorName: String {
    `operator`.isEmpty ? "unknown" : `operator`.line(limit: .name)
  }
}

extension PromiseEvent.Outcome {
  /// The name of the case, or `overdrawn` for a rejection because a retry budget was overdrawn.
  var name: String {
    switch self {
    case .fulfilled: "fulfilled"
    case .rejected: overdrawnBudget == nil ? "rejected" : "overdrawn"
    case .discarded: "discarded"
    case .broken: "broken"
    }
  }
}
#endif
