internal import PledgeCore
internal import PledgeSupport

/// What the pending promises wait for, as the events tell.
struct PendingGraph {
  typealias Row = (entry: PendingTable.Entry, description: PromiseDescription<UInt64>)

  private let entries: [UInt64: PendingTable.Entry]
  /// The operations that have slots, by the addresses of their queues.
  private var holders: [UInt: [UInt64]] = [:]
  /// The promises that are described, in the order of their creation.
  private(set) var visible: [Row] = []

  init(_ entries: [PendingTable.Entry]) {
    self.entries = Dictionary(uniqueKeysWithValues: entries.map { ($0.number, $0) })
    let sorted = entries.sorted(byNumber: { Int($0.number) })
    visible = sorted.filter { !$0.isInternal }.map { entry in
      (entry, describe(entry).seenThrough({ $0 }, { self.entries[$0].map(describe) }))
    }
    for (entry, description) in visible where entry.queue != 0 && !description.awaitsSlot {
      holders[entry.queue, default: []].append(entry.number)
    }
    for index in visible.indices where visible[index].description.awaitsSlot {
      let entry = visible[index].entry
      let holders = holders[entry.queue, default: []]
      // Otherwise, the queue is paused, or waits for its rate.
      if holders.count < entry.limit { continue }
      visible[index].description.state = .pending(.turn(holders))
    }
  }

  private func describe(_ entry: PendingTable.Entry) -> PromiseDescription<UInt64> {
    PromiseDescription(
      origin: PromiseOrigin(
        entry.operatorID?.name,
        at: entry.site,
        label: Instrumentation.label(of: entry.number, at: entry.address)
      ),
      isInternal: entry.isInternal,
      state: .pending(obstacle(of: entry)),
      sources: (entry.sources + entry.awaited.keys.sorted()).filter { entries[$0] != nil },
      mayEndOtherwise: entry.operatorID?.mayEndOtherwise == true
    )
  }

  private func obstacle(of entry: PendingTable.Entry) -> Obstacle {
    let awaited = entry.awaited.keys.filter { entries[$0] != nil }.sorted()
    // The tasks of clocks and sequences are internal.
    let isTask =
      if case .producer = Obstacle(of: entry.operatorID ?? .promise) { entry.isTask } else { false }
    if isTask || !awaited.isEmpty { return .task(named: entry.name, awaiting: awaited) }
    if entry.operatorID == .body { return entry.hasBegun ? .producer : .context(nil) }
    if entry.hasBegun { return .handler }
    if let name = entry.name { return .context(name) }
    // A stage whose source is settled.
    return entry.sources.isEmpty ? Obstacle(of: entry.operatorID ?? .promise) : .handler
  }
}

// MARK: - Cycles

extension PendingGraph {
  /// The cycles of promises that can only be settled by each other.
  ///
  /// Promises are removed that may be settled otherwise, until none is left: those that wait for no
  /// promise that is left, and operations of which a holder of a slot is removed. From each promise
  /// that is left, a cycle can be reached.
  ///
  /// - Complexity: O(*n*) in the number of promises and of what they wait for.
  var cycles: [[UInt64]] {
    var causes: [UInt64: [UInt64]] = [:]
    for row in visible { causes[row.entry.number] = self.causes(of: row) }
    var waiters: [UInt64: [UInt64]] = [:]
    for (number, causes) in causes {
      for cause in causes { waiters[cause, default: []].append(number) }
    }
    let needsAny = Set(visible.filter { $0.description.awaitsSlot }.map(\.entry.number))
    var left = causes.mapValues(\.count)
    var removed = left.filter { $0.value == 0 }.map(\.key)
    for number in removed { left[number] = nil }
    while let next = removed.popLast() {
      for waiter in waiters[next] ?? [] {
        guard let count = left[waiter] else { continue }
        left[waiter] = count - 1
        if count > 1, !needsAny.contains(waiter) { continue }
        left[waiter] = nil
        removed.append(waiter)
      }
    }
    return cycles(left, causes)
  }

  /// The promises on which another one depends; none if it may be settled otherwise.
  private func causes(of row: Row) -> [UInt64] {
    if row.description.mayEndOtherwise { return [] }
    if case .pending(.turn(let holders)) = row.description.state { return holders }
    return row.description.sources
  }

  /// Follows the first cause that is left, from each promise that is left.
  private func cycles(_ left: [UInt64: Int], _ causes: [UInt64: [UInt64]]) -> [[UInt64]] {
    var (cycles, seen) = ([[UInt64]](), Set<UInt64>())
    for start in left.keys.sorted() where !seen.contains(start) {
      var (path, next) = ([UInt64](), start)
      while seen.insert(next).inserted {
        path.append(next)
        guard let cause = causes[next]?.first(where: { left[$0] != nil }) else { break }
        next = cause
      }
      // Otherwise, the path leads to a cycle that is known.
      if let first = path.firstIndex(of: next) { cycles.append(Array(path[first...])) }
    }
    return cycles
  }
}

extension PromiseDescription<UInt64> {
  /// Whether the promise is that of an operation that waits for a slot.
  fileprivate var awaitsSlot: Bool {
    if case .pending(.turn) = state { sources.isEmpty } else { false }
  }

  /// What keeps the promise pending besides other promises.
  var obstacle: Obstacle? {
    guard case .pending(let obstacle) = state else { return nil }
    return sources.isEmpty || obstacle.isTask ? obstacle : nil
  }
}

extension PendingTable.Entry {
  /// Whether Pledge has made the promise for another one.
  fileprivate var isInternal: Bool { site.isUnknown || operatorID?.isInternal == true }
}
