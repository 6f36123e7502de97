/// What goes wrong with promises themselves.
public enum PromiseError: Error, Equatable {
  /// The error where none was given.
  case `default`
  /// The value did not hold.
  case validationFailed
  /// No run at all was asked for.
  case retryInvalidInput
  /// There is nothing to unwrap, or no element.
  case unwrappingFailed
  /// There was no outcome in time.
  case timeout
}
