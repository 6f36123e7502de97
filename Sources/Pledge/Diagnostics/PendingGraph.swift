internal import PledgeCore
internal import PledgeSupport

/// The pending promises, and the reasons why they are, as the events tell.
struct PendingGraph {
  typealias Row = (entry: PendingTable.Entry, description: PromiseDescription<UInt64>)

  /// The operations that have slots, by the addresses of their queues.
  private var holders: [UInt: [UInt64]] = [:]
  /// The promises that are described, in the order of their creation.
  private(set) var visible: [Row] = []

  init(_ entries: [PendingTable.Entry]) {
    let numbers = Set(entries.map(\.number))
    let rows = entries.map { ($0.number, PromiseDescription(of: $0, among: numbers)) }
    let described = Dictionary(uniqueKeysWithValues: rows)
    for entry in entries.sorted(byNumber: { Int($0.number) }) {
      guard let description = described[entry.number], !description.isInternal else { continue }
      visible.append((entry, description.seenThrough({ $0 }, { described[$0] })))
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
}

extension PromiseDescription<UInt64> {
  /// Describes a promise with its direct sources that are pending.
  fileprivate init(of entry: PendingTable.Entry, among pending: Set<UInt64>) {
    let awaited = entry.awaited.keys.filter(pending.contains).sorted()
    origin = PromiseOrigin(
      entry.operatorID?.name,
      at: entry.site,
      label: Instrumentation.label(of: entry.number, at: entry.address)
    )
    isInternal = entry.site.isInternal(by: entry.operatorID)
    state = .pending(Obstacle(of: entry, awaiting: awaited))
    sources = entry.sources.filter(pending.contains) + awaited
    mayEndOtherwise = entry.operatorID?.mayEndOtherwise == true
  }
}

extension Obstacle {
  fileprivate init(of entry: PendingTable.Entry, awaiting awaited: [UInt64]) {
    let obstacle = Obstacle(of: entry.operatorID ?? .promise)
    // The tasks of clocks and sequences are internal.
    let isTask = if case .producer = obstacle { entry.isTask } else { false }
    self =
      if isTask || !awaited.isEmpty {
        .task(named: entry.name, awaiting: awaited)
      } else if entry.operatorID == .body {
        entry.hasBegun ? .producer : .context(nil)
      } else if let name = entry.name, !entry.hasBegun {
        .context(name)
      } else {
        // A stage without a context has a source that is settled.
        entry.hasBegun || !entry.sources.isEmpty ? .handler : obstacle
      }
  }
}

extension PendingGraph {
  /// The obstacles of the promises that are pending for more than other promises.
  var obstacles: [UInt64: Obstacle] {
    Dictionary(uniqueKeysWithValues: visible.map { ($0.entry.number, $0.description.obstacle) })
      .compactMapValues(\.self)
  }
}

// MARK: - Cycles

extension PendingGraph {
  /// The cycles of promises that can only be settled by each other.
  ///
  /// Promises are removed that may be settled otherwise, until none is left: those that wait for no
  /// promise that is left, and operations if a holder of their slots is removed. From each promise
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

  /// The reason why the promise is pending, besides other promises.
  var obstacle: Obstacle? {
    guard case .pending(let obstacle) = state else { return nil }
    return sources.isEmpty || obstacle.isTask ? obstacle : nil
  }
}
