public import PledgeCore

// The first attempt of an operation that may be repeated.

/// Starts the first attempt, which often succeeds at once: then the result is all that is needed.
///
/// A retry with a budget starts it later: a deposit here would make every caller allocate the
/// closure twice (Swift 6.3.1).
///
/// - Returns: The attempt; `nil` if there may be none, if the stack is so deep that it has to be
///   deferred, or if observers have to see the result first, or a clock the tasks of the attempt.
@inlinable
func firstAttempt<Value: Sendable>(
  of max: Int,
  _ operation: () throws -> Future<Value>
) -> Future<Value>? {
  let instrumentation = InstrumentationFlags.current
  guard max > 0, Nesting.canStart, !instrumentation.includeAny(of: [.events, .attemptTasks]) else {
    return nil
  }
  do {
    return try Nesting.starting(operation)
  } catch {
    return Promise(rejectedWith: error, at: .unknown, by: .attempt)
  }
}

extension Future {
  /// Returns a promise with the same value; `nil` unless this promise is fulfilled.
  @inlinable
  final func fulfilledCopy(at site: Site, by operatorID: OperatorID) -> Promise<Value>? {
    plainValue.map { Promise(fulfilledWith: $0, at: site, by: operatorID) }
  }
}

/// Returns the error for arguments with which nothing is attempted.
func argumentError(in function: String, _ max: Int, _ budget: RetryBudget?) -> ArgumentError? {
  max > 0
    ? budget?.argumentError : ArgumentError("\(function)(max: \(max)): max must be at least 1")
}
