/// The errors of promises themselves.
public enum PromiseError: Error, Equatable {
  /// The default error of `reject`.
  case `default`
  /// The value did not pass validation.
  case validationFailed
  /// A retry with zero runs was requested.
  case retryInvalidInput
  /// The optional is `nil`, or the array has no such element.
  case unwrappingFailed
  /// The promise was not settled in time.
  case timeout
}
