/// Which loads wait for which.
///
/// A load that is asked for while another one is under way, by that, is waited for by it. Would a
/// new wait close a cycle, nobody in it could ever go on.
struct WaitGraph {
  private(set) var waits: [ObjectIdentifier: [ObjectIdentifier: Int]] = [:]
  /// The same waits, the other way round.
  private(set) var waiters: [ObjectIdentifier: Set<ObjectIdentifier>] = [:]

  /// Notes that one load waits for another, unless that waits for the first one.
  ///
  /// - Returns: Whether it was noted, as often as it is: to be removed as often.
  mutating func insert(_ waiter: Load, awaiting awaited: Load) -> Bool {
    let waiter = ObjectIdentifier(waiter)
    let awaited = ObjectIdentifier(awaited)
    guard !leads(from: awaited, to: waiter) else { return false }
    waits[waiter, default: [:]][awaited, default: 0] += 1
    waiters[awaited, default: []].insert(waiter)
    return true
  }

  /// Removes a wait that was noted; both loads have to have lived until now.
  mutating func remove(_ waiter: Load, awaiting awaited: Load) {
    let waiter = ObjectIdentifier(waiter)
    let awaited = ObjectIdentifier(awaited)
    guard let times = waits[waiter]?[awaited] else { return }
    // In place: a copy would cost as much as the load has waits, for each of them.
    waits[waiter]?[awaited] = times > 1 ? times - 1 : nil
    if waits[waiter]?.isEmpty == true { waits[waiter] = nil }
    if times > 1 { return }
    waiters[awaited]?.remove(waiter)
    if waiters[awaited]?.isEmpty == true { waiters[awaited] = nil }
  }

  /// Whether one load waits for another, directly or by others.
  ///
  /// Searched from both ends, each step at the end that will have been cheaper with it, so it costs no
  /// more than twice what the cheaper end does: in a long chain of loads either may be long, but not
  /// that of the newest load, for which nothing waits yet, or which waits for nothing.
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

/// One end of a search.
private struct Frontier {
  private var open: [ObjectIdentifier]
  private var seen: Set<ObjectIdentifier>
  private(set) var cost = 0

  init(_ start: ObjectIdentifier) {
    (open, seen) = ([start], [start])
  }

  /// The load to be looked at next.
  var next: ObjectIdentifier? { open.last }

  /// Replaces the next load by its neighbors, and says whether `goal` is among them.
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
