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
    /// The pending promises that it waits for; promises that Pledge created internally are left out.
    public let waitsFor: [PromiseID]
    /// What keeps it pending, if it waits for no other promise, such as `waiting for its producer`.
    public let obstacle: String?
  }

  /// The promises, in the order of their creation.
  public let promises: [Promise]

  init(_ entries: [UInt64: PendingTable.Entry], at time: UInt64) {
    let graph = PendingGraph(entries)
    promises = entries.filter { !$0.value.isInternal }.sorted { $0.key < $1.key }.map {
      number,
      entry in
      let sources = graph.sources(of: number)
      return Promise(
        id: PromiseID(number),
        origin: PromiseOrigin(entry),
        age: .nanoseconds(time - min(entry.start, time)),
        waitsFor: sources.map { PromiseID($0) },
        obstacle: sources.isEmpty ? graph.obstacle(of: number) : nil
      )
    }
  }
}

extension PendingReport {
  /// The promises as a tree: each one that waits for no other, and below it, those that wait for it.
  ///
  /// ```text
  /// 3 promises are pending.
  ///
  /// Promise #1 [user 7] from App/Loader.swift:42, for 12.3 s: waiting for its producer
  ///   map #2 from App/Loader.swift:42, for 12.3 s
  ///     all #5 from App/Screen.swift:10, for 12.1 s
  /// ```
  ///
  /// A promise that waits for several others is described below the first one. Unprintable
  /// characters are escaped.
  public var description: String {
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
  let entries: [UInt64: PendingTable.Entry]

  init(_ entries: [UInt64: PendingTable.Entry]) {
    self.entries = entries
  }

  /// Returns the pending promises that one waits for, directly or through internal ones.
  func sources(of number: UInt64) -> [UInt64] {
    guard let direct = entries[number]?.sources, !direct.isEmpty else { return [] }
    var found: [UInt64] = []
    var seen: Set<UInt64> = [number]
    var open = Array(direct.reversed())
    while let next = open.popLast() {
      guard let entry = entries[next], seen.insert(next).inserted else { continue }
      if entry.isInternal { open += entry.sources.reversed() } else { found.append(next) }
    }
    return found
  }

  /// Returns what keeps a promise pending that waits for no other one.
  func obstacle(of number: UInt64) -> String? {
    guard let entry = entries[number] else { return nil }
    let waited = entry.sources.compactMap { entries[$0] }
    if waited.contains(where: { $0.operatorID == .turn }) {
      return "waiting for a slot in its queue"
    }
    if (waited + [entry]).contains(where: \.isTimer) { return "waiting for its clock" }
    guard !entry.sources.isEmpty else { return "waiting for its producer" }
    let context = entry.words?.context.map { " on \($0.line(limit: .name))" } ?? ""
    return "its handler is running, or waits to run\(context)"
  }
}

extension PendingTable.Entry {
  /// Whether Pledge created the promise internally.
  fileprivate var isInternal: Bool { site.isUnknown || operatorID == .turn }

  fileprivate var isTimer: Bool { operatorID == .timer || operatorID == .after }
}

extension PromiseOrigin {
  fileprivate init(_ entry: PendingTable.Entry) {
    self.init(entry.words?.name ?? entry.operatorID?.name, at: entry.site, label: entry.label)
  }
}
