public import PledgeCore

/// Lets a promise wait for the load of a cache.
@frozen @usableFromInline
struct FlightWaiter<Key: Hashable & Sendable, Value: Sendable>: LoadWaiter {
  @usableFromInline let cache: SingleFlight<Key, Value>
  @usableFromInline let flight: Flight<Key, Value>

  @inlinable init(cache: SingleFlight<Key, Value>, flight: Flight<Key, Value>) {
    (self.cache, self.flight) = (cache, flight)
  }

  @inlinable static var operatorID: OperatorID { .singleFlight }

  @inlinable var recipient: Recipient { .derived }

  @inlinable func resolve(with outcome: Result<Value, any Error>) -> Resolution<Value> {
    if case .failure = outcome { detach() }
    return Resolution(outcome)
  }

  @inlinable func detach() { cache.detach(flight) }
}

/// Ends a load with the outcome of the promise that it started.
@frozen @usableFromInline
struct Landing<Key: Hashable & Sendable, Value: Sendable>: OutcomeHandler {
  @usableFromInline let cache: SingleFlight<Key, Value>
  @usableFromInline let flight: Flight<Key, Value>

  @inlinable init(cache: SingleFlight<Key, Value>, flight: Flight<Key, Value>) {
    (self.cache, self.flight) = (cache, flight)
  }

  @inlinable static var passesValue: Bool { false }

  @inlinable func handle(_ outcome: Result<Value, any Error>, from source: Node) {
    cache.land(flight, with: outcome, from: source)
  }
}
