public import Foundation
public import Pledge

// The localized descriptions of Pledge's errors, which alerts show, are their descriptions. Without
// these conformances, Foundation would only name the type of the error. The promise that an error
// names is of no use in an alert.

extension DiscardedError: LocalizedError {
  /// Same as `description`.
  public var errorDescription: String? { description }
}

extension BrokenPromiseError: LocalizedError {
  /// Same as `description`.
  public var errorDescription: String? { description }
}

extension CycleError: LocalizedError {
  /// Same as `description`.
  public var errorDescription: String? { description }
}

extension TimeoutError: LocalizedError {
  /// Same as `description`, without source locations.
  public var errorDescription: String? { TimeoutError(limit: limit).description }
}

extension RetryError: LocalizedError {
  /// Same as `description`, without source locations.
  public var errorDescription: String? {
    let error = RetryError(
      errors: errors,
      omittedCount: omittedCount,
      decisionError: decisionError,
      budget: budget
    )
    return error.description
  }
}

extension AggregateError: LocalizedError {
  /// Same as `description`, without source locations.
  public var errorDescription: String? { AggregateError(errors: errors).description }
}

extension EmptyInputError: LocalizedError {
  /// Same as `description`, without source locations.
  public var errorDescription: String? { EmptyInputError().description }
}

extension NoOutcomeError: LocalizedError {
  /// Same as `description`.
  public var errorDescription: String? { description }
}

extension ArgumentError: LocalizedError {
  /// Same as `description`.
  public var errorDescription: String? { description }
}

extension NilValueError: LocalizedError {
  /// Same as `description`.
  public var errorDescription: String? { description }
}

extension InvalidValueError: LocalizedError {
  /// Same as `description`.
  public var errorDescription: String? { description }
}

extension CastError: LocalizedError {
  /// Same as `description`.
  public var errorDescription: String? { description }
}

extension NoSuchElementError: LocalizedError {
  /// Same as `description`.
  public var errorDescription: String? { description }
}

extension RejectionReasonError: LocalizedError {
  /// Same as `description`.
  public var errorDescription: String? { description }
}

extension QueueFullError: LocalizedError {
  /// Same as `description`, without source locations.
  public var errorDescription: String? { QueueFullError(maxWaiting: maxWaiting).description }
}

extension MissingKeyError: LocalizedError {
  /// Same as `description`.
  public var errorDescription: String? { description }
}

extension NothingToRescueError: LocalizedError {
  /// Same as `description`.
  public var errorDescription: String? { description }
}
