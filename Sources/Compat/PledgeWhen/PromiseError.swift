/// The rejection by ``Promise/cancel()``.
public enum PromiseError: Error {
  /// The value is no longer wanted.
  case cancelled
}

/// The errors that a failure handler receives.
public enum FailurePolicy: Sendable {
  /// All errors.
  case allErrors
  /// All errors except ``PromiseError/cancelled``.
  case notCancelled
}

extension FailurePolicy {
  func includes(_ error: any Error) -> Bool {
    switch (self, error) {
    case (.notCancelled, PromiseError.cancelled): false
    default: true
    }
  }
}
