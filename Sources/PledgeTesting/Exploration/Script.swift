/// An order of events that an ordering follows as far as it can: of those that can come next, the
/// one whose source has the earliest place that is left.
struct Script {
  /// The places of each source, the next one last.
  private var places: [Agenda.Source: [Int]] = [:]

  init(_ order: [Agenda.Source]) {
    for (place, source) in order.enumerated().reversed() {
      places[source, default: []].append(place)
    }
  }

  /// Returns the index of the source that comes next.
  func choose(among sources: [Agenda.Source]) -> Int {
    let next = sources.map { places[$0]?.last ?? .max }
    return next.indices.min { next[$0] < next[$1] } ?? 0
  }

  /// Notes that an event of the source has happened.
  mutating func note(_ source: Agenda.Source) { _ = places[source]?.popLast() }
}

extension Agenda {
  /// Returns the source of an event, where the end of a sleep belongs to the task that sleeps.
  func origin(of event: Event) -> Source {
    guard case .timer(let id) = event, let timer = timers.first(where: { $0.id == id }),
      let sleeper = timer.sleeper, let number = taskNumbers[sleeper]
    else { return event.source }
    return .task(number)
  }
}
