/// An error that may represent a cancellation.
///
///     enum StoreError: CancellableError {
///       case dismissedByUser, soldOut
///
///       var isCancelled: Bool { self == .dismissedByUser }
///     }
///
/// Pledge treats a cancellation like ``DiscardedError``; see ``Swift/Error/isCancellation``.
public protocol CancellableError: Error {
  /// Whether this error represents a cancellation.
  ///
  /// Called from any thread.
  var isCancelled: Bool { get }
}

extension Error {
  /// Whether this error represents a cancellation; the implementation of `isCancellation`.
  package var representsCancellation: Bool {
    switch self {
    case is DiscardedError, is CancellationError: true
    case let error as any CancellableError: error.isCancelled
    default: false
    }
  }
}
