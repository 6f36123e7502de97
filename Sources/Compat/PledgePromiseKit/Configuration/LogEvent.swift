internal import PledgeSupport

/// An event that is passed to ``PMKConfiguration/logHandler``.
public enum LogEvent: Sendable {
  /// `wait()` was called on the main thread.
  case waitOnMainThread
  /// A ``Resolver`` was deallocated while its promise was pending.
  case pendingPromiseDeallocated
  /// A guarantee is pending, and nothing can resolve it anymore.
  case pendingGuaranteeDeallocated
  /// `cauterize()` received an error that is not a cancellation.
  case cauterized(any Error)
}

extension LogEvent {
  func print() {
    Swift.print(line)
  }

  private var line: String {
    switch self {
    case .waitOnMainThread:
      "PromiseKit: warning: `wait()` called on main thread!"
    case .pendingPromiseDeallocated:
      "PromiseKit: warning: pending promise deallocated"
    case .pendingGuaranteeDeallocated:
      "PromiseKit: warning: pending guarantee deallocated"
    case .cauterized(let error):
      "PromiseKit:cauterized-error: \(error)".escaped()
    }
  }
}
