public import Pledge
internal import PledgeSupport

extension Trace {
  /// The record of one promise.
  public struct Entry: Sendable, Identifiable {
    /// The number of the promise.
    public let id: PromiseID
    /// The number of the first promise in its chain.
    public let chain: PromiseID
    /// The promise it was derived from; `nil` for the first promise of a chain.
    public let parent: PromiseID?
    /// The other promises it waits for, or waited for, apart from its parent.
    ///
    /// Its handler returned them, it combines them, or it was chained after them. They may be
    /// missing from the trace and may form a cycle.
    public let waits: [PromiseID]
    /// The operator that made the promise, such as `map`; may be empty.
    public let `operator`: String
    /// The source location where the chain was started.
    public let place: PromiseEvent.Place
    /// The label that it was given, or else that of its parent when it was derived; `nil` if none.
    ///
    /// Labels from before the recording are unknown.
    public let label: String?
    /// The context on which its handler runs; `nil` if it runs immediately.
    public let context: String?
    /// The return addresses of the calls that made it, innermost first.
    public let callers: [UInt]
    /// The state of the promise.
    public let state: State
    /// The reason why it is pending, such as `waiting for its clock`, as in
    /// ``/Pledge/PendingReport/Promise/obstacle``; `nil` if it is settled, or waits for promises.
    public let obstacle: String?
    /// Whether the trace contains the creation of the promise.
    public let origin: Origin
    /// The error it was rejected with, or that was reported as unhandled; after a discard, the
    /// ``/Pledge/DiscardedError`` if it contains a reason.
    public let error: (any Error)?
    /// Whether its rejection was reported as unhandled.
    public let isUnhandled: Bool
    /// The number of attempts to settle it after it was settled.
    public let again: Int
    /// The time of its creation, in nanoseconds since the first promise of the trace was created.
    ///
    /// If its creation was not recorded, this is the time of the first event about it.
    public let start: UInt64
    /// The time at which it was settled or merged, on the same clock; `nil` before.
    public let end: UInt64?
    /// The system's identifier of the thread that made it.
    public let thread: UInt64
    /// The system's identifier of the thread that settled or merged it; `nil` before.
    public let endThread: UInt64?
  }

  /// The state of a promise.
  public enum State: String, Sendable, CaseIterable, BitwiseCopyable {
    /// It is not settled.
    case pending
    /// It has a value.
    case fulfilled
    /// It has an error.
    case rejected
    /// It has an error because a ``/Pledge/RetryBudget`` was overdrawn.
    case overdrawn
    /// It was discarded.
    case discarded
    /// It was broken: its producer was released while it was pending.
    case broken
    /// It was removed from its chain because it only forwarded the result of its parent.
    case merged
    /// Its creation was not recorded, and no event revealed its state.
    case unknown
  }

  /// Whether the trace contains the creation of a promise.
  public enum Origin: Sendable, BitwiseCopyable {
    /// The creation is in the trace.
    case recorded
    /// The promise was created before the recording started.
    case earlier
    /// The creation is no longer in the trace because there was no room for it.
    case dropped
  }
}

extension Trace.Entry {
  /// The description of the error, or the reason for a discard; runs user code.
  var errorText: String? { (error as? DiscardedError)?.reason ?? error?.compactDescription }
}
