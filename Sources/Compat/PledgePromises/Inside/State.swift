internal import Pledge

// Visible to tests through `@testable`, as in the original.
extension Promise {
  var isPending: Bool { outcome == nil }

  var isFulfilled: Bool {
    guard case .fulfilled = outcome else { return false }
    return true
  }

  var isRejected: Bool { error != nil }

  /// The value, or `nil` if there is none or the value itself is `nil`.
  var value: Value? {
    guard case .fulfilled(let value) = outcome, !isNil(value.value) else { return nil }
    return value.value
  }

  var error: (any Error)? {
    guard case .rejected(let error) = outcome else { return nil }
    return error
  }

  var outcome: Outcome<Value>? {
    switch inner.result {
    case nil: earlyOutcome
    case .success(let outcome): outcome
    // A broken promise, or one that would wait for itself.
    case .failure(let error): error.isBrokenPromise ? lateOutcome : .rejected(error)
    }
  }
}
