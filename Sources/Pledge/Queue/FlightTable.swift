/// Which loads are under way, who waits for them, and what earlier ones have brought.
@frozen @usableFromInline struct FlightTable<Key: Hashable & Sendable, Value: Sendable> {
  @usableFromInline typealias Outcome = Result<Value, any Error>

  @frozen @usableFromInline enum Answer {
    case kept(Outcome)
    case joined(Flight<Key, Value>)
    case started(Flight<Key, Value>)
  }

  /// The loads that newcomers may join.
  @usableFromInline var open: [Key: Flight<Key, Value>] = [:]
  /// How many wait for each load that is under way, open or not.
  @usableFromInline var waiters: [ObjectIdentifier: Int] = [:]
  @usableFromInline var cache: OutcomeCache<Key, Outcome>

  @inlinable init(cache: OutcomeCache<Key, Outcome>) {
    self.cache = cache
  }

  /// Answers from the cache, or adds a waiter to the load that is under way.
  @inlinable mutating func ask(for key: Key, at now: Duration) -> Answer? {
    if let outcome = peek(key, at: now) { return .kept(outcome) }
    guard let flight = open[key] else { return nil }
    waiters[ObjectIdentifier(flight), default: 0] += 1
    return .joined(flight)
  }

  /// The same, or starts `flight` where there is neither, with one waiter.
  @inlinable mutating func ask(at now: Duration, orStart flight: Flight<Key, Value>) -> Answer {
    if let answer = ask(for: flight.key, at: now) { return answer }
    open[flight.key] = flight
    waiters[ObjectIdentifier(flight)] = 1
    return .started(flight)
  }

  @inlinable mutating func peek(_ key: Key, at now: Duration) -> Outcome? {
    cache.expire(at: now)
    return cache.outcome(for: key)
  }

  @inlinable mutating func count(at now: Duration) -> Int {
    cache.expire(at: now)
    return cache.count
  }

  /// Takes a waiter from a load.
  ///
  /// - Returns: Whether nobody waits for it any more; it is forgotten then.
  @inlinable mutating func leave(_ flight: Flight<Key, Value>) -> Bool {
    guard let count = waiters[ObjectIdentifier(flight)] else { return false }
    waiters[ObjectIdentifier(flight)] = count - 1
    if count == 1 { _ = end(flight) }
    return count == 1
  }

  /// Ends a load, and keeps what it has brought unless it was forgotten meanwhile.
  @inlinable mutating func land(
    _ flight: Flight<Key, Value>,
    with outcome: Outcome?,
    at now: Duration
  ) {
    cache.expire(at: now)
    guard end(flight), let outcome else { return }
    cache.keep(outcome, for: flight.key, at: now)
  }

  /// Returns whether the load was open until now.
  @inlinable mutating func end(_ flight: Flight<Key, Value>) -> Bool {
    waiters[ObjectIdentifier(flight)] = nil
    guard open[flight.key] === flight else { return false }
    open[flight.key] = nil
    return true
  }

  @inlinable mutating func insert(_ outcome: Outcome, for key: Key, at now: Duration) {
    remove(key)
    cache.expire(at: now)
    cache.keep(outcome, for: key, at: now)
  }

  /// Forgets what is known of a key; a load that is under way goes on for those who wait.
  @inlinable mutating func remove(_ key: Key) {
    open[key] = nil
    cache.remove(key)
  }

  @inlinable mutating func removeAll() {
    open = [:]
    cache.removeAll()
  }

  @inlinable mutating func takeTrash() -> [OutcomeCache<Key, Outcome>.Element] { cache.takeTrash() }
}

/// A load that is under way, and the promise that those who wait for it derive theirs from.
@usableFromInline final class Flight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// The very key that the table has, so that it is not released there.
  @usableFromInline let key: Key
  @usableFromInline let load = Load()
  /// A root, so it is up to the table whether it is discarded when somebody leaves.
  @usableFromInline let promise: Promise<Value>

  @inlinable init(for key: Key, promise: Promise<Value>) {
    self.key = key
    self.promise = promise
  }
}
