internal import PledgeCore
internal import PledgeSupport

/// The promises that are pending at one moment, and what they wait for; see
/// ``Diagnostics/pending()``.
public struct PendingReport: Sendable, CustomStringConvertible {
  /// A pending promise.
  public struct Promise: Sendable, Identifiable {
    /// The number of the promise, as in events.
    public let id: PromiseID
    /// The operator, the location where the chain was started, and the label.
    public let origin: PromiseOrigin
    /// The time since the promise was created or, if that was before the recording, was seen first.
    public let age: Duration
    /// The pending promises that it waits for; promises that Pledge created internally are left
    /// out.
    public let waitsFor: [PromiseID]
    /// The reason why it is pending, such as `waiting for its producer` or
    /// `its task 'sync' awaits #12`; `nil` if only the promises that it waits for are one.
    public var obstacle: String? { reason?.text() }
    let reason: Obstacle?
    /// The highest priority that it was lent by those that wait for it (spec 10.5); `nil` if none,
    /// or if it was lent before the recording.
    public let priority: TaskPriority?
  }

  /// The promises, in the order of their creation.
  public let promises: [Promise]
  /// The cycles: in each, every promise waits for the next one, and the last one for the first.
  ///
  /// Promises also wait for others through tasks, and through operations that have the slots of a
  /// queue. A task that a task has started counts as its part, unless it is detached.
  public let cycles: [[PromiseID]]
  private let isRecorded: Bool

  /// Creates the report of a program that does not record what is pending.
  init() {
    (promises, cycles) = ([], [])
    isRecorded = false
  }

  init(_ graph: PendingGraph, at time: UInt64) {
    isRecorded = true
    promises = graph.visible.map { entry, description in
      Promise(
        id: PromiseID(entry.number),
        origin: description.origin,
        age: .nanoseconds(time - min(entry.start, time)),
        waitsFor: description.sources.map { PromiseID($0) },
        reason: description.obstacle,
        priority: entry.priority == 0 ? nil : TaskPriority(rawValue: entry.priority)
      )
    }
    cycles = graph.cycles.map { $0.map { PromiseID($0) } }
  }
}

extension PendingReport {
  /// The promises as a tree: each one that waits for no other, and below it, those that wait for
  /// it.
  ///
  /// ```text
  /// 3 promises are pending.
  ///
  /// Promise #1 [user 7] from App/Loader.swift:42, for 12.3 s: waiting for its producer
  ///   map #2 from App/Loader.swift:42, for 12.3 s
  ///     Promise #5 from App/Screen.swift:10, for 12.1 s: its task 'show' awaits #2
  /// ```
  ///
  /// Promises that wait for each other come first, then the trees with the most promises. A promise
  /// that waits for several others is described once. Unprintable characters are escaped.
  public var description: String {
    if !isRecorded {
      return "nothing is recorded; call Diagnostics.recordPending() at the start of the program"
    }
    let count =
      promises.count == 1 ? "1 promise is pending." : "\(promises.count) promises are pending."
    var tree = PendingTree(promises, cycles)
    return ([count] + tree.lines()).joined(separator: "\n")
  }

  /// The promises as JSON: an array of objects with the keys `id`, `operator`, `place`, `label`,
  /// `seconds`, `priority`, `waitsFor`, `obstacle`, and `cycle`; those without a value are left
  /// out.
  ///
  /// An operation that waits for a slot also waits for those that have the slots. `cycle` is the
  /// number of the cycle in which the promise takes part, as an index of ``cycles``.
  public var json: String {
    let members = cycles.enumerated().flatMap { cycle in cycle.element.map { ($0, cycle.offset) } }
    let numbers = Dictionary(members) { first, _ in first }
    let objects = promises.map { $0.json(inCycle: numbers[$0.id]) }
    return "[\(objects.joined(separator: ",\n"))]"
  }
}
