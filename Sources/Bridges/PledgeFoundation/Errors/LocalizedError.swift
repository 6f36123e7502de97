public import Foundation
public import Pledge

// The localized descriptions of Pledge's errors, which alerts show, are their descriptions. Without
// these conformances, Foundation would only name the type of the error. The promise that an error
// names is of no use in an alert.

/// An error that an alert shows by its description.
protocol DescribedError: LocalizedError, CustomStringConvertible {}

extension DescribedError {
  /// Same as `description`.
  public var errorDescription: String? { description }
}

extension DiscardedError: LocalizedError, DescribedError {}
extension BrokenPromiseError: LocalizedError, DescribedError {}
extension CycleError: LocalizedError, DescribedError {}
extension NoOutcomeError: LocalizedError, DescribedError {}
extension ArgumentError: LocalizedError, DescribedError {}
extension NilValueError: LocalizedError, DescribedError {}
extension InvalidValueError: LocalizedError, DescribedError {}
extension CastError: LocalizedError, DescribedError {}
extension NoSuchElementError: LocalizedError, DescribedError {}
extension RejectionReasonError: LocalizedError, DescribedError {}
extension MissingKeyError: LocalizedError, DescribedError {}
extension NothingToRescueError: LocalizedError, DescribedError {}

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

extension QueueFullError: LocalizedError {
  /// Same as `description`, without source locations.
  public var errorDescription: String? { QueueFullError(maxWaiting: maxWaiting).description }
}
