// Names of earlier versions of Pledge.

/// Renamed to `BrokenPromiseError`.
@available(*, unavailable, renamed: "BrokenPromiseError")
public typealias Abandoned = BrokenPromiseError

/// Renamed to `DiscardedError`.
@available(*, unavailable, renamed: "DiscardedError")
public typealias Discarded = DiscardedError

/// Renamed to `RejectionReasonError`.
@available(*, unavailable, renamed: "RejectionReasonError")
public typealias RejectionReason = RejectionReasonError

/// Renamed to `UnhandledRejections`.
@available(*, unavailable, renamed: "UnhandledRejections")
public typealias UnheardRejections = UnhandledRejections
