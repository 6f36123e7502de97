extension Trace {
  /// The pending promises, and the promises for which they wait.
  ///
  /// The promises that block others come first, each followed by those that wait for it.
  /// Promises that wait for each other in a cycle follow.
  ///
  /// ```text
  /// 2 of 3 promises are pending.
  ///
  /// Promise #1 has been waiting for its producer for 1.3 s
  ///   App/Loader.swift:42
  ///   map #2 waits for Promise #1
  /// ```
  ///
  /// A promise that waits for several others is described after the first one.
  public var pending: String { pending(Symbols(of: entries.filter { $0.state == .pending })) }

  func pending(_ symbols: Symbols) -> String {
    var phrases = Phrases(self, symbols)
    let positions = entries.indices.filter { entries[$0].state == .pending }
    let verb = positions.count == 1 ? "is" : "are"
    let promises = TextFormat.count(entries.count, "promise")
    var lines = ["\(positions.count) of \(promises) \(verb) pending."]
    var waiters = Waiters(phrases.waiting, positions)
    for cause in positions where phrases.waiting.isCause(cause) {
      lines += ["", "\(phrases.name(cause)) \(reason(cause))"]
      lines.append("  \(phrases.beginning(cause))")
      lines += waiters.find(waitingFor: [cause]).map { waiterLine($0, &phrases) }
    }
    for cycle in phrases.waiting.cycles {
      lines += [
        "", "\(phrases.name(cycle[0])) waits for itself through \(phrases.arrows(cycle))",
      ]
      lines.append("  \(phrases.beginning(cycle[0]))")
      lines += waiters.find(waitingFor: cycle).map { waiterLine($0, &phrases) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func reason(_ position: Int) -> String {
    let entry = entries[position]
    let age = Span(nanoseconds: end - min(entry.start, end))
    let unsettled = entry.above.filter { self[$0] == nil || self[$0]?.state == .unknown }
    if let unknown = unsettled.first {
      return "has been waiting for \(unknown), which was not recorded, for \(age)"
    }
    if entry.isTurn { return "has been waiting for a slot in the queue for \(age)" }
    if !entry.above.isEmpty {
      return "has its input, but its handler has not run or not finished, for \(age)"
    }
    return "has been waiting for its producer for \(age)"
  }

  private func waiterLine(_ waiter: Waiters.Waiter, _ phrases: inout Phrases) -> String {
    let names = "\(phrases.name(waiter.position)) waits for \(phrases.name(waiter.waitedFor))"
    return "  \(names)" + (waiter.isKnown ? ", as above" : "")
  }
}

/// Finds the promises that wait, directly or indirectly, for given promises.
private struct Waiters {
  struct Waiter {
    let position: Int
    let waitedFor: Int
    /// Whether it was found before, together with the promises that wait for it.
    let isKnown: Bool
  }

  /// The promises that wait directly for each promise.
  private var waitersOf: [Int: [Int]] = [:]
  private var known: Set<Int> = []

  init(_ waiting: Waiting, _ positions: [Int]) {
    for position in positions {
      for other in waiting.waitedFor(by: position) {
        waitersOf[other, default: []].append(position)
      }
    }
  }

  /// Returns the promises that wait for `first`, the nearest first.
  mutating func find(waitingFor first: [Int]) -> [Waiter] {
    var waiters: [Waiter] = []
    var reached = first
    var next = 0
    let start = Set(first)
    known.formUnion(start)
    while next < reached.count {
      let waitedFor = reached[next]
      next += 1
      for position in waitersOf[waitedFor] ?? [] where !start.contains(position) {
        let isNew = known.insert(position).inserted
        waiters.append(Waiter(position: position, waitedFor: waitedFor, isKnown: !isNew))
        if isNew { reached.append(position) }
      }
    }
    return waiters
  }
}
