public import Pledge

/// What happened to promises, up to a moment: a picture that does not change, made by a
/// ``TraceRecorder``.
///
///     print(trace.text)  // Every chain as a tree.
///     print(trace.pending)  // What is pending, and who waits for whom.
///     try trace.write(to: "trace.json")
///
/// It can be sent anywhere. Everything it says is worked out when it is asked for, on the thread that
/// asks.
public struct Trace: Sendable {
  /// What the trace is of; may be empty.
  public let title: String
  /// The promises, in the order of their numbers.
  public let entries: [Entry]
  /// The time of the picture, in nanoseconds since the first promise in it was made.
  public let end: UInt64
  /// What was let go of, since there was no room for it.
  public let dropped: Dropped

  /// What was let go of, since there was no room for it.
  public struct Dropped: Sendable, Hashable {
    /// How many finished chains were.
    public internal(set) var chains = 0
    /// How many promises were, in these chains.
    public internal(set) var promises = 0
    /// How many promises were not recorded, since no chain was finished.
    public internal(set) var unrecorded = 0

    /// Creates the number of nothing.
    public init() {}
  }

  init(title: String, entries: [Entry], end: UInt64, dropped: Dropped) {
    self.title = title
    self.entries = entries
    self.end = end
    self.dropped = dropped
  }

  /// Makes the trace of some events, for instance of ones that were kept, or to test with.
  ///
  /// - Parameters:
  ///   - events: What happened, in its order.
  ///   - title: What the trace is of.
  ///   - end: The time of the picture, on the clock of the events; `nil` for that of the last one.
  public init(of events: some Sequence<PromiseEvent>, title: String = "", end: UInt64? = nil) {
    var recording = Recording(capacity: TraceRecorder.greatestCapacity)
    for event in events { _ = recording.take(event.record, event.detail) }
    let snapshot = recording.snapshot
    self = snapshot.trace(title: title, end: end ?? snapshot.times.last)
  }

  /// What is known of a promise.
  ///
  /// - Parameter id: The number of the promise.
  /// - Returns: What is known; `nil` if it is not in the trace.
  /// - Complexity: O(log *n*) in the number of promises.
  public subscript(id: PromiseID) -> Entry? {
    index(of: id).map { entries[$0] }
  }

  func index(of id: PromiseID) -> Int? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].id == id ? low : nil
  }
}
