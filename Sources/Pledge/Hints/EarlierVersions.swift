// Names of earlier versions of Pledge.

/// Renamed to `BrokenPromiseError`.
@available(*, unavailable, renamed: "BrokenPromiseError")
public typealias Abandoned = BrokenPromiseError

/// Renamed to `DiscardedError`.
@available(*, unavailable, renamed: "DiscardedError")
public typealias Discarded = DiscardedError

/// Replaced by `Diagnostics.pending()`.
@available(
  *,
  unavailable,
  message: "Use 'Diagnostics.pending()' or, in a test, 'expectNothingPending'."
)
public typealias PendingPromises = PendingReport

/// Renamed to `RejectionReasonError`.
@available(*, unavailable, renamed: "RejectionReasonError")
public typealias RejectionReason = RejectionReasonError

/// Renamed to `UnhandledRejections`.
@available(*, unavailable, renamed: "UnhandledRejections")
public typealias UnheardRejections = UnhandledRejections
