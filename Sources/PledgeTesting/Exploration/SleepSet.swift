/// The events that need not come next: the orderings that begin with them have been tried in place
/// of the choice before, and differ from what follows only in the position of an independent event
/// (Godefroid, "Partial-Order Methods for the Verification of Concurrent Systems").
struct SleepSet {
  struct Entry {
    let event: Agenda.Event
    /// Whether it shares nothing with any other event.
    var isIndependent = false
  }

  /// The knowledge about a choice.
  struct Reduction {
    /// The indices of the events that slept.
    var skipped: [Int] = []
    /// The event that came next.
    var entry: Entry?
  }

  /// For each given choice, the events that were tried in its place.
  private var tried: [[Entry]] = []
  private var asleep: [Entry] = []

  /// Returns the indices of the events that sleep.
  func indices(among events: [Agenda.Event]) -> [Int] {
    if asleep.isEmpty { return [] }
    return events.indices.filter { index in asleep.contains { $0.event == events[index] } }
  }

  /// Notes that a number of choices has been taken.
  mutating func advance(to count: Int) {
    if count <= tried.count { asleep += tried[count - 1] }
  }

  /// Notes that an event has happened, which wakes those that may depend on it.
  mutating func wake(after isIndependent: Bool) {
    if !isIndependent { asleep.removeAll { !$0.isIndependent } }
  }

  /// Returns the first choices of an ordering that differs first at a choice, where a later event
  /// comes next; `nil` after the last one.
  mutating func successor(
    of choices: [Choice],
    at index: Int,
    _ reductions: [Int: Reduction]
  ) -> [Int]? {
    let reduction = reductions[index] ?? Reduction()
    let later = choices[index].taken + 1..<choices[index].count
    guard let next = later.first(where: { !reduction.skipped.contains($0) }) else { return nil }
    if !(reductions.isEmpty && tried.isEmpty) {
      tried = Array(tried.prefix(index + 1))
      while tried.count <= index { tried.append([]) }
      if let entry = reduction.entry { tried[index].append(entry) }
    }
    return choices[..<index].map(\.taken) + [next]
  }
}

extension Agenda {
  /// Whether a context shares nothing with other events.
  var hasIndependentJobs: Bool { contexts.contains(where: \.sharesNothing) }

  /// Whether the event is the job of a context that shares nothing.
  func sharesNothing(_ event: Event) -> Bool {
    if case .job(let context) = event { return contexts[context].sharesNothing }
    return false
  }
}
