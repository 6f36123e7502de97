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
    /// What keeps it pending, if it waits for no other promise, such as `waiting for its producer`.
    public let obstacle: String?
  }

  /// The promises, in the order of their creation.
  public let promises: [Promise]
  private let isRecorded: Bool

  /// Creates the report of a program that does not record what is pending.
  init() {
    promises = []
    isRecorded = false
  }

  init(_ entries: [PendingTable.Entry], at time: UInt64) {
    let graph = PendingGraph(entries)
    isRecorded = true
    promises = entries.filter { !$0.isInternal }.sorted(byNumber: { Int($0.number) }).map { entry in
      let sources = graph.sources(of: entry)
      return Promise(
        id: PromiseID(entry.number),
        origin: PromiseOrigin(entry),
        age: .nanoseconds(time - min(entry.start, time)),
        waitsFor: sources.map { PromiseID($0) },
        obstacle: sources.isEmpty ? graph.obstacle(of: entry) : nil
      )
    }
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
  ///     all #5 from App/Screen.swift:10, for 12.1 s
  /// ```
  ///
  /// The trees with the most promises come first. A promise that waits for several others is
  /// described below the first one. Unprintable characters are escaped.
  public var description: String {
    if !isRecorded {
      return "nothing is recorded; call Diagnostics.recordPending() at the start of the program"
    }
    let count =
      promises.count == 1 ? "1 promise is pending." : "\(promises.count) promises are pending."
    var tree = PendingTree(promises)
    return ([count] + tree.lines()).joined(separator: "\n")
  }

  /// The promises as JSON: an array of objects with the keys `id`, `operator`, `place`, `label`,
  /// `seconds`, `waitsFor`, and `obstacle`; those without a value are left out.
  public var json: String {
    "[\(promises.map(\.json).joined(separator: ",\n"))]"
  }
}

/// The promises for which others wait.
private struct PendingGraph {
  private let entries: [UInt64: PendingTable.Entry]

  init(_ entries: [PendingTable.Entry]) {
    self.entries = Dictionary(uniqueKeysWithValues: entries.map { ($0.number, $0) })
  }

  /// Returns the pending promises that one waits for, directly or through internal ones.
  func sources(of entry: PendingTable.Entry) -> [UInt64] {
    if entry.sources.isEmpty { return [] }
    var found: [UInt64] = []
    var seen: Set<UInt64> = [entry.number]
    var open = Array(entry.sources.reversed())
    while let next = open.popLast() {
      guard let entry = entries[next], seen.insert(next).inserted else { continue }
      if entry.isInternal { open += entry.sources.reversed() } else { found.append(next) }
    }
    return found
  }

  /// Returns what keeps a promise pending that waits for no other one.
  func obstacle(of entry: PendingTable.Entry) -> String {
    let waited = entry.sources.compactMap { entries[$0] }
    if waited.contains(where: { $0.operatorID == .turn }) {
      return "waiting for a slot in its queue"
    }
    if (waited + [entry]).contains(where: \.isTimer) { return "waiting for its clock" }
    guard !entry.sources.isEmpty else { return "waiting for its producer" }
    let context = entry.context.map { " on \($0.line(limit: .name))" } ?? ""
    return "its handler is running, or waits to run\(context)"
  }
}

extension PendingTable.Entry {
  /// Whether Pledge created the promise internally.
  fileprivate var isInternal: Bool { site.isUnknown || operatorID == .turn }

  fileprivate var isTimer: Bool { operatorID?.isTimer == true }
}

extension PromiseOrigin {
  fileprivate init(_ entry: PendingTable.Entry) {
    let label = Instrumentation.label(of: entry.number, at: entry.address)
    self.init(entry.operatorID?.name, at: entry.site, label: label)
  }
}
