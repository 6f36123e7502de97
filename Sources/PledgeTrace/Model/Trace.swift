public import Pledge

/// An immutable snapshot of the promises that a ``TraceRecorder`` has recorded.
///
///     print(trace.text)  // Every chain as a tree.
///     try trace.write(to: "trace.json")
///
/// The texts and exports are computed on each access, on the calling thread.
public struct Trace: Sendable {
  /// The title; may be empty.
  public let title: String
  /// The promises, ordered by number.
  public let entries: [Entry]
  /// The time of the snapshot, in nanoseconds since its first promise was created.
  public let end: UInt64
  /// The promises that did not fit into the capacity of the recorder.
  public let dropped: Dropped

  /// The promises that did not fit into the capacity of the recorder.
  public struct Dropped: Sendable, Hashable {
    /// The number of finished chains that were removed.
    public internal(set) var chains = 0
    /// The number of promises in the removed chains.
    public internal(set) var promises = 0
    /// The number of promises that were not recorded because no chain was finished.
    public internal(set) var unrecorded = 0

    /// Creates counts of zero.
    public init() {}
  }

  init(title: String, entries: [Entry], end: UInt64, dropped: Dropped) {
    self.title = title
    self.entries = entries
    self.end = end
    self.dropped = dropped
  }

  /// Creates a trace from events, such as stored events or events for a test.
  ///
  /// - Parameters:
  ///   - events: The events, in the order in which they happened.
  ///   - title: The title.
  ///   - end: The time of the snapshot, on the clock of the events; `nil` for the time of the last
  ///     event.
  public init(of events: some Sequence<PromiseEvent>, title: String = "", end: UInt64? = nil) {
    var recording = Recording(capacity: TraceRecorder.greatestCapacity)
    for event in events { _ = recording.take(event.record, event.detail) }
    let snapshot = recording.snapshot
    self = snapshot.trace(title: title, end: end ?? snapshot.times.last)
  }

  /// Returns the entry of a promise.
  ///
  /// - Parameter id: The number of the promise.
  /// - Returns: The entry; `nil` if the promise is not in the trace.
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
