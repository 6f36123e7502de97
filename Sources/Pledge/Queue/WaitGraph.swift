/// Which loads wait for which.
///
/// A load that is asked for while another one is under way, by that, is waited for by it. Would a
/// new wait close a cycle, nobody in it could ever go on.
struct WaitGraph {
  private(set) var waits: [ObjectIdentifier: [ObjectIdentifier: Int]] = [:]

  /// Notes that one load waits for another, unless that waits for the first one.
  ///
  /// - Returns: Whether it was noted, as often as it is: to be removed as often.
  mutating func insert(_ waiter: Load, awaiting awaited: Load) -> Bool {
    let waiter = ObjectIdentifier(waiter)
    let awaited = ObjectIdentifier(awaited)
    guard !leads(from: awaited, to: waiter) else { return false }
    waits[waiter, default: [:]][awaited, default: 0] += 1
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
  }

  private func leads(from start: ObjectIdentifier, to end: ObjectIdentifier) -> Bool {
    var seen: Set<ObjectIdentifier> = [start]
    var open = [start]
    while let load = open.popLast() {
      if load == end { return true }
      guard let next = waits[load]?.keys else { continue }
      open += next.filter { seen.insert($0).inserted }
    }
    return false
  }
}
