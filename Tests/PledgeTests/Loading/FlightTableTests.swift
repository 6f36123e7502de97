import PledgeTestSupport
import Testing

@testable import Pledge

struct FlightTableTests {
  private typealias Table = FlightTable<Int, Int>

  fileprivate enum Action {
    case ask
    /// The oldest load in progress ends.
    case landValue, landError
    case insert, remove
    /// A waiter of the oldest load that has one detaches.
    case detach
    case advance
  }

  /// A cache with one key, in which a load is the number of its start.
  fileprivate struct Model {
    enum Answer: Equatable {
      case kept(Int)
      case due(Int, load: Int)
      case joined(Int)
      case started(Int)
    }

    var now = 0
    var count = 0
    var kept: (outcome: Int, time: Int)?
    var open: Int?
    /// The start of the open load, and the time it may take, if the cache waits for it.
    var refresh: (start: Int, patience: Int)?
    /// The number of requests that wait for each load in progress.
    var requests: [Int: Int] = [:]

    mutating func expire() {
      if let kept, now - kept.time >= 3 { self.kept = nil }
    }

    /// Returns the answer, and the load to discard.
    mutating func ask() -> (answer: Answer, replaced: Int?) {
      expire()
      var patience = 1
      var replaced: Int?
      if let open, let refresh, requests[open] == 0, now - refresh.start >= refresh.patience {
        (patience, replaced) = (2 * refresh.patience, open)
        requests[open] = nil
        self.open = nil
      }
      return (answer(patience: patience), replaced)
    }

    private mutating func answer(patience: Int) -> Answer {
      if let kept {
        if open != nil || now - kept.time < 1 { return .kept(kept.outcome) }
        refresh = (now, patience)
        return .due(kept.outcome, load: start(requests: 0))
      }
      if let open {
        requests[open, default: 0] += 1
        return .joined(open)
      }
      refresh = nil
      return .started(start(requests: 1))
    }

    private mutating func start(requests count: Int) -> Int {
      defer { self.count += 1 }
      (open, requests[self.count]) = (self.count, count)
      return self.count
    }

    mutating func land(_ outcome: Int, isError: Bool) {
      guard let load = requests.keys.min() else { return }
      expire()
      requests[load] = nil
      guard open == load else { return }
      open = nil
      if !isError || kept == nil { kept = (outcome, now) }
    }

    /// Returns the load to discard.
    mutating func remove() -> Int? {
      defer { (open, kept) = (nil, nil) }
      guard let open, refresh != nil, requests[open] == 0 else { return nil }
      requests[open] = nil
      return open
    }

    /// Returns the load of the waiter, and whether it has no others.
    mutating func detach() -> (load: Int, isLast: Bool)? {
      guard let load = requests.filter({ $0.value > 0 }).keys.min() else { return nil }
      requests[load, default: 0] -= 1
      let isLast = requests[load] == 0 && !(open == load && refresh != nil)
      guard isLast else { return (load, false) }
      requests[load] = nil
      if open == load { open = nil }
      return (load, true)
    }
  }

  private func makeTable() -> Table {
    Table(cache: OutcomeCache(expiry: .seconds(3), refreshAfter: .seconds(1), limit: nil))
  }

  @Test func `in every sequence of actions, a cache agrees with one that has one key`() {
    let actions: [Action] = [.ask, .landValue, .landError, .insert, .remove, .detach, .advance]
    let flights = (0..<7).map { _ in Flight<Int, Int>(for: 1, promise: Promise()) }

    let wrong = firstSequence(of: actions, length: 6) { actions in
      var (table, model) = (makeTable(), Model())
      return actions.enumerated().allSatisfy { position, action in
        let now = Duration.seconds(model.now)
        let oldest = model.requests.keys.min()
        switch action {
        case .ask:
          let flight = flights[model.count]
          let (answer, replaced) = table.ask(at: now, orStart: flight)
          let expected = model.ask()
          return answer.agrees(with: expected.answer, flights)
            && replaced === expected.replaced.map { flights[$0] }
        case .landValue, .landError:
          guard let oldest else { return true }
          let outcome: Table.Outcome = action.isError ? .failure(Broken()) : .success(position)
          table.land(flights[oldest], with: outcome, at: now)
          model.land(action.isError ? -1 : position, isError: action.isError)
          return true
        case .insert:
          let unwanted = table.insert(.success(position), for: 1, at: now)
          let isRight = unwanted === model.remove().map { flights[$0] }
          model.kept = (position, model.now)
          return isRight
        case .remove:
          return table.remove(1) === model.remove().map { flights[$0] }
        case .detach:
          guard let (load, isLast) = model.detach() else { return true }
          return table.detach(flights[load]) == isLast
        case .advance:
          model.now += 1
          return true
        }
      } && table.waiters.count == model.requests.count
        && table.refreshes.count == (model.open != nil && model.refresh != nil ? 1 : 0)
    }

    #expect(wrong == nil)
  }

  @Test func `the memory of a burst of loads is released`() {
    var table = makeTable()
    let flights = (0..<5_000).map { Flight<Int, Int>(for: $0, promise: Promise()) }
    for flight in flights { _ = table.ask(at: .zero, orStart: flight) }
    for flight in flights.dropFirst(10) {
      table.land(flight, with: .failure(Broken()), at: .zero)
      _ = table.remove(flight.key)
      _ = table.takeTrash()
    }

    #expect(table.open.count == 10)
    #expect(table.open.capacity < 1_000)
    #expect(table.waiters.capacity < 1_000)
    #expect(table.cache.elements.capacity < 1_000)
  }
}

extension FlightTableTests.Action {
  fileprivate var isError: Bool {
    if case .landError = self { true } else { false }
  }
}

extension FlightTable<Int, Int>.Answer {
  /// Whether this is `expected`, in which -1 stands for an error.
  fileprivate func agrees(
    with expected: FlightTableTests.Model.Answer,
    _ flights: [Flight<Int, Int>]
  ) -> Bool {
    switch (self, expected) {
    case (.kept(let outcome), .kept(let value)):
      ((try? outcome.get()) ?? -1) == value
    case (.due(let outcome, let flight), .due(let value, let load)):
      ((try? outcome.get()) ?? -1) == value && flight === flights[load]
    case (.joined(let flight), .joined(let load)), (.started(let flight), .started(let load)):
      flight === flights[load]
    default: false
    }
  }
}
