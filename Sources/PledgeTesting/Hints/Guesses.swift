// Calls that look right.

/// Use the form with a closure.
@available(*, unavailable, message: "Pass the code to check: 'expectNothingPending { … }'.")
public func expectNothingPending(_ promises: AnyObject...) { preconditionFailure() }

/// Use the form with a closure.
@available(*, unavailable, message: "Pass the code to check: 'expectNothingPending { … }'.")
public func expectNothingPending(_ promises: AnyObject...) async throws { preconditionFailure() }
