/// What a promise is rejected with by ``Promise/cancel()``.
public enum PromiseError: Error {
  /// Nobody wants the value any more.
  case cancelled
}

/// Which errors a failure handler wants to hear of.
public enum FailurePolicy: Sendable {
  /// All of them.
  case allErrors
  /// All but ``PromiseError/cancelled``.
  case notCancelled
}

extension FailurePolicy {
  func wants(_ error: any Error) -> Bool {
    switch (self, error) {
    case (.notCancelled, PromiseError.cancelled): false
    default: true
    }
  }
}
