public import Pledge

extension Trace {
  /// What is known of one promise.
  public struct Entry: Sendable, Identifiable {
    /// The number of the promise.
    public let id: PromiseID
    /// The number of the first promise of its chain.
    public let chain: PromiseID
    /// The promise it was derived from; `nil` for the first one of a chain.
    public let parent: PromiseID?
    /// The promises it waits for, or waited for, besides.
    ///
    /// Its handler has returned them, it combines them, or it was chained after them. They need not
    /// be in the trace, and may form a cycle.
    public let waits: [PromiseID]
    /// What made the promise, as Pledge calls it, such as `map`; may be empty.
    public let `operator`: String
    /// Where the chain was started.
    public let place: PromiseEvent.Place
    /// Where its handler runs; `nil` if it runs at once.
    public let context: String?
    /// Who called, where it was made.
    public let callers: Callers
    /// How it stands.
    public let state: State
    /// Whether its making is in the trace.
    public let origin: Origin
    /// The error it was rejected with, or that nobody listened to.
    public let error: (any Error)?
    /// Whether nobody listened to its rejection.
    public let isUnhandled: Bool
    /// How often a producer settled it once more.
    public let again: Int
    /// When it was made, in nanoseconds since the first promise of the trace was; the time of the
    /// first event about it, where its making was not seen.
    public let start: UInt64
    /// When it was settled or merged, in the same way; `nil` before.
    public let end: UInt64?
    /// The system's number of the thread that made it.
    public let thread: UInt64
    /// The system's number of the thread that settled or merged it; `nil` before.
    public let endThread: UInt64?
  }

  /// How a promise stands.
  public enum State: String, Sendable, CaseIterable, BitwiseCopyable {
    /// It has no outcome.
    case pending
    /// It has a value.
    case fulfilled
    /// It has an error.
    case rejected
    /// Nobody wanted it any more.
    case discarded
    /// It lost its producer.
    case broken
    /// It was taken out of its chain, since it only passed on what the one above brings.
    case merged
    /// Its making was not recorded, and nothing was seen of it that would tell.
    case unknown
  }

  /// Whether the making of a promise is in the trace.
  public enum Origin: Sendable, BitwiseCopyable {
    /// It is.
    case recorded
    /// It is not: the promise was made before the recording.
    case earlier
    /// It is not any more: there was no room for it.
    case dropped
  }
}

extension Trace.Entry {
  /// What the error says of itself, which is user code.
  var errorText: String? { error.map { "\($0)" } }

  /// Whether it is what an operation of a queue waits for before it starts.
  var isTurn: Bool { `operator` == "turn" }

  /// The promises above it: the one it was derived from, and those it waits for.
  var above: [PromiseID] { (parent.map { [$0] } ?? []) + waits }
}
