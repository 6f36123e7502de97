/// An error that may say that nobody wanted the outcome any more.
///
///     enum StoreError: CancellableError {
///       case dismissedByUser, soldOut
///
///       var isCancelled: Bool { self == .dismissedByUser }
///     }
///
/// Pledge treats such an error as it treats ``DiscardedError``: see ``Swift/Error/isCancellation``.
public protocol CancellableError: Error {
  /// Whether this instance is a cancellation.
  ///
  /// Any thread.
  var isCancelled: Bool { get }
}

// Not one name for both: an extension of `Error` would then meet the requirement of a type that has
// nothing to say, and ask itself.
extension Error {
  /// Whether this is a cancellation, not a failure.
  ///
  ///     load(1).catch { error in
  ///       if !error.isCancellation { print(error) }
  ///     }
  ///
  /// ``DiscardedError`` and `CancellationError` are, and a ``CancellableError`` that says so; with
  /// `PledgeFoundation` also `URLError.cancelled` and `CocoaError.userCancelled`. A cancellation that
  /// nobody hears of is not reported (spec 8.2.6, 8.2.10), and ``retry(max:backoff:clock:while:file:line:_:)``
  /// does not try again after one.
  public var isCancellation: Bool {
    switch self {
    case is DiscardedError, is CancellationError: true
    case let error as any CancellableError: error.isCancelled
    default: false
    }
  }
}
