// Calls that look right.

public import Pledge

/// Use the form with a closure.
@available(*, unavailable, message: "Pass the code to check: 'expectNothingPending { … }'.")
public func expectNothingPending(_ promises: AnyObject...) { preconditionFailure() }

/// Use the form with a closure.
@available(*, unavailable, message: "Pass the code to check: 'expectNothingPending { … }'.")
public func expectNothingPending(_ promises: AnyObject...) async throws { preconditionFailure() }

/// Use the value that is returned.
@available(*, unavailable, message: "It returns the value: '#expect(… == value)'.")
public func expectFulfilled<T>(_: Future<T>, with value: T) async throws { preconditionFailure() }

/// Use the type.
@available(*, unavailable, message: "Pass the type, 'with: Missing.self'; it returns the error.")
public func expectRejected<T>(_: Future<T>, with error: any Error) async throws {
  preconditionFailure()
}

/// Renamed to `expectSettles`.
@available(*, unavailable, renamed: "expectSettles")
public func expectSettled<T>(_: Future<T>) async throws { preconditionFailure() }

/// Use `expectRejected`.
@available(*, unavailable, message: "Use 'expectRejected(…, with: DiscardedError.self)'.")
public func expectDiscarded<T>(_: Future<T>) async throws { preconditionFailure() }

extension Exploration.Outcome {
  /// Renamed to `value(_:)`.
  @available(*, unavailable, renamed: "value(_:)")
  public static func success(_ value: Value) -> Self { preconditionFailure() }

  /// Renamed to `error(_:)`.
  @available(*, unavailable, renamed: "error(_:)")
  public static func failure(_ error: any Error) -> Self { preconditionFailure() }
}

extension ManualClock.Instant {
  /// Renamed to `offset`.
  @available(*, unavailable, renamed: "offset")
  public var elapsed: Duration { preconditionFailure() }
}
