// Not called `isCancelled`, like the requirement of `CancellableError`: for a type that does not
// implement the requirement, this extension would satisfy it, and call itself.
extension Error {
  /// Whether this error represents a cancellation, not a failure.
  ///
  ///     load(1).catch { error in
  ///       if !error.isCancellation { print(error) }
  ///     }
  ///
  /// This is the case for ``DiscardedError``, `CancellationError`, and every ``CancellableError``
  /// that says so; with `PledgeFoundation`, also for `URLError.cancelled` and
  /// `CocoaError.userCancelled`. An unhandled cancellation is not reported (spec 8.2.6, 8.2.10),
  /// and `retry` does not retry after one.
  public var isCancellation: Bool { representsCancellation }
}
