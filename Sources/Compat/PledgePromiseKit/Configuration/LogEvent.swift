/// What ``PMKConfiguration/logHandler`` is told of.
public enum LogEvent: Sendable {
  /// `wait()` was called on the main thread.
  case waitOnMainThread
  /// A ``Resolver`` went while its promise was pending.
  case pendingPromiseDeallocated
  /// A guarantee is pending, and nobody can resolve it any more.
  case pendingGuaranteeDeallocated
  /// `cauterize()` got an error that is no cancellation.
  case cauterized(any Error)
}

extension LogEvent {
  func print() {
    Swift.print(line)
  }

  private var line: String {
    switch self {
    case .waitOnMainThread:
      "PromiseKit: warning: wait() was called on the main thread, which it blocks"
    case .pendingPromiseDeallocated:
      "PromiseKit: warning: a pending promise was deallocated: its resolver did not settle it"
    case .pendingGuaranteeDeallocated:
      "PromiseKit: warning: a pending guarantee was deallocated: nobody resolved it"
    case .cauterized(let error):
      "PromiseKit:cauterized-error: \(error)"
    }
  }
}
