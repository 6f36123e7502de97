/// The events that need not come next: the orderings that begin with them have been tried in place of
/// the choice before, and differ from what follows only in the position of an independent event
/// (Godefroid, "Partial-Order Methods for the Verification of Concurrent Systems").
struct SleepSet {
  struct Entry: Hashable {
    let event: Agenda.Event
    /// Whether it shares nothing with any other event.
    var isIndependent = false
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

  /// Notes an ordering, after which the choice at `index` changes.
  mutating func note(_ choices: [Choice], changing index: Int) {
    tried = Array(tried.prefix(index + 1))
    while tried.count <= index { tried.append([]) }
    if let entry = choices[index].entry { tried[index].append(entry) }
  }
}

extension Agenda {
  mutating func noteSharesNothing(_ context: Int) {
    contexts[context].sharesNothing = true
    hasIndependentJobs = true
  }

  /// Whether the event is the job of a context that shares nothing.
  func sharesNothing(_ event: Event) -> Bool {
    if case .job(let context) = event { return contexts[context].sharesNothing }
    return false
  }

  /// The number of entries that have been added.
  var additions: Int { lastID + jobs }
}
