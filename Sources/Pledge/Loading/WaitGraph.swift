internal import PledgeSupport

/// Records which loads wait for which others.
///
/// A load waits for every load that it requests. If a new wait closed a cycle, no load in the cycle
/// could ever continue.
struct WaitGraph {
  private(set) var waits: [ObjectIdentifier: [ObjectIdentifier: Int]] = [:]
  /// The same waits in the opposite direction.
  private(set) var waiters: [ObjectIdentifier: Set<ObjectIdentifier>] = [:]

  /// Records that one load waits for another, unless the other already waits for the first one.
  ///
  /// - Returns: Whether the wait was recorded. Each recorded wait must be removed once.
  mutating func insert(_ waiter: Load, awaiting awaited: Load) -> Bool {
    let waiter = ObjectIdentifier(waiter)
    let awaited = ObjectIdentifier(awaited)
    guard !leads(from: awaited, to: waiter) else { return false }
    waits[waiter, default: [:]][awaited, default: 0] += 1
    waiters[awaited, default: []].insert(waiter)
    return true
  }

  /// Removes a recorded wait; both loads must have been alive until now.
  mutating func remove(_ waiter: Load, awaiting awaited: Load) {
    let waiter = ObjectIdentifier(waiter)
    let awaited = ObjectIdentifier(awaited)
    guard let times = waits[waiter]?[awaited] else { return }
    // Edits in place: a copy for each wait would take time quadratic in the number of waits.
    waits[waiter]?[awaited] = times > 1 ? times - 1 : nil
    waits[waiter]?.shrinkIfSparse()
    if waits[waiter]?.isEmpty == true { waits[waiter] = nil }
    waits.shrinkIfSparse()
    if times > 1 { return }
    waiters[awaited]?.remove(waiter)
    waiters[awaited]?.shrinkIfSparse()
    if waiters[awaited]?.isEmpty == true { waiters[awaited] = nil }
    waiters.shrinkIfSparse()
  }

  /// Whether one load waits for another, directly or indirectly.
  ///
  /// Searches from both ends. Each step is taken at the end whose cost after the step is lower, so
  /// the search costs at most twice as much as the cheaper end alone. Either end of a long chain of
  /// loads may be expensive, but not the end at the newest load, which has no waiters yet or waits
  /// for nothing.
  private func leads(from start: ObjectIdentifier, to end: ObjectIdentifier) -> Bool {
    if start == end { return true }
    var (down, up) = (Frontier(start), Frontier(end))
    while let next = down.next, let last = up.next {
      let downCost = down.cost + (waits[next]?.count ?? 0)
      let upCost = up.cost + (waiters[last]?.count ?? 0)
      let hasMet =
        downCost < upCost
        ? down.advance(to: waits[next]?.keys, meeting: end)
        : up.advance(to: waiters[last], meeting: start)
      if hasMet { return true }
    }
    return false
  }
}

/// One end of a bidirectional search.
private struct Frontier {
  private var open: [ObjectIdentifier]
  private var seen: Set<ObjectIdentifier>
  private(set) var cost = 0

  init(_ start: ObjectIdentifier) {
    (open, seen) = ([start], [start])
  }

  /// The load to visit next.
  var next: ObjectIdentifier? { open.last }

  /// Replaces the next load with its neighbors, and returns whether `goal` is among them.
  mutating func advance(
    to neighbors: (some Sequence<ObjectIdentifier>)?,
    meeting goal: ObjectIdentifier
  ) -> Bool {
    open.removeLast()
    cost += 1
    guard let neighbors else { return false }
    for neighbor in neighbors {
      if neighbor == goal { return true }
      cost += 1
      if seen.insert(neighbor).inserted { open.append(neighbor) }
    }
    return false
  }
}
