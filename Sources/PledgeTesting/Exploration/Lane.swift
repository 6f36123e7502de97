/// A context: its name, and its jobs in the order in which they run.
struct Lane {
  let name: String
  /// Whether its jobs share nothing with other events.
  var isIndependent = false
  private var incoming: [Agenda.Job] = []
  /// The oldest jobs, in reverse.
  private var outgoing: [Agenda.Job] = []

  init(name: String) {
    self.name = name
  }

  var isEmpty: Bool { incoming.isEmpty && outgoing.isEmpty }

  /// The identifier of the oldest job.
  var firstID: Int? { (outgoing.last ?? incoming.first)?.id }

  mutating func append(_ job: Agenda.Job) { incoming.append(job) }

  /// Removes and returns the oldest job, if any; amortized O(1).
  ///
  /// The lane keeps no reference to it, so it is released where it has run, outside the lock.
  mutating func removeFirst() -> Agenda.Job? {
    if outgoing.isEmpty { (outgoing, incoming) = (incoming.reversed(), []) }
    return outgoing.popLast()
  }
}
