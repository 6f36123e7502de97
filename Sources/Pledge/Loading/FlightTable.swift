public import PledgeSupport

/// The loads in progress, their waiters, and the cached outcomes of earlier loads.
@frozen @usableFromInline struct FlightTable<Key: Hashable & Sendable, Value: Sendable> {
  @usableFromInline typealias Outcome = Result<Value, any Error>

  @frozen @usableFromInline enum Answer {
    case kept(Outcome)
    /// The outcome is kept, and a load that refreshes it must be started.
    case due(Outcome, Flight<Key, Value>)
    case joined(Flight<Key, Value>)
    case started(Flight<Key, Value>)
  }

  @frozen @usableFromInline struct Refresh {
    @usableFromInline let startTime: Duration
    /// The time after which the load is replaced; if it is zero or negative, it never is.
    @usableFromInline let patience: Duration

    @inlinable init(startTime: Duration, patience: Duration) {
      (self.startTime, self.patience) = (startTime, patience)
    }

    @inlinable func isOverdue(at now: Duration) -> Bool {
      patience > .zero && now - startTime >= patience
    }
  }

  /// The loads that new callers may join.
  @usableFromInline var open: [Key: Flight<Key, Value>] = [:]
  /// The number of waiters for each load in progress, open or not; a cache that refreshes an
  /// outcome is one of them.
  @usableFromInline var waiters: [ObjectIdentifier: Int] = [:]
  /// The open loads that refresh a cached outcome.
  @usableFromInline var refreshes: [ObjectIdentifier: Refresh] = [:]
  @usableFromInline var cache: OutcomeCache<Key, Outcome>
  @usableFromInline var observers: [Key: Observers<KeyObserver>] = [:]
  /// Counts the removals of keys.
  @usableFromInline var removals = 0

  @inlinable init(cache: OutcomeCache<Key, Outcome>) {
    self.cache = cache
  }

  /// Answers from the cache, or adds a waiter to the load in progress.
  ///
  /// - Returns: The answer; `nil` if it takes a load.
  @inlinable mutating func ask(
    for key: Key,
    maxAge: Duration? = nil,
    at now: Duration
  ) -> Answer? {
    if let outcome = peek(key, maxAge: maxAge, at: now) {
      guard cache.isDue(key, at: now) else { return .kept(outcome) }
      let isRefreshed = open[key] != nil && overdueRefresh(of: key, at: now) == nil
      return isRefreshed ? .kept(outcome) : nil
    }
    guard let flight = open[key], overdueRefresh(of: key, at: now) == nil else { return nil }
    waiters[ObjectIdentifier(flight), default: 0] += 1
    return .joined(flight)
  }

  /// Answers from the cache, adds a waiter to the load in progress, or starts `flight` with one
  /// waiter: the caller, or the cache if it keeps an outcome.
  ///
  /// - Returns: The answer, and the load to discard that `flight` replaces.
  @inlinable mutating func ask(
    maxAge: Duration? = nil,
    at now: Duration,
    orStart flight: Flight<Key, Value>
  ) -> (answer: Answer, replaced: Flight<Key, Value>?) {
    if let answer = ask(for: flight.key, maxAge: maxAge, at: now) { return (answer, nil) }
    let overdue = overdueRefresh(of: flight.key, at: now)
    let replaced = overdue == nil ? nil : close(flight.key)
    open[flight.key] = flight
    waiters[ObjectIdentifier(flight)] = 1
    guard let outcome = peek(flight.key, maxAge: maxAge, at: now) else {
      return (.started(flight), replaced)
    }
    // Doubled, or loads that always take longer would always be replaced, and none would end.
    let patience = overdue.map { $0.patience.asWait * 2 } ?? cache.refreshAfter ?? .zero
    refreshes[ObjectIdentifier(flight)] = Refresh(startTime: now, patience: patience)
    return (.due(outcome, flight), replaced)
  }

  /// Returns the refresh of a key if it takes too long and only the cache waits for it.
  @inlinable func overdueRefresh(of key: Key, at now: Duration) -> Refresh? {
    guard !refreshes.isEmpty, let flight = open[key],
      let refresh = refreshes[ObjectIdentifier(flight)], refresh.isOverdue(at: now),
      waiters[ObjectIdentifier(flight)] == 1
    else { return nil }
    return refresh
  }

  /// Returns the outcome kept for a key, unless its age has reached `maxAge`.
  @inlinable mutating func peek(_ key: Key, maxAge: Duration? = nil, at now: Duration) -> Outcome? {
    cache.expire(at: now)
    if let maxAge, let kept = cache[key] {
      // If the clock was set back, the age is negative.
      if maxAge <= .zero || now - kept.creationTime >= maxAge { return nil }
    }
    return cache.outcome(for: key)
  }

  /// Returns the value kept for a key, with its age, if there is one.
  mutating func entry(for key: Key, at now: Duration) -> CachedEntry<Value>? {
    guard case .success(let value) = peek(key, at: now), let kept = cache[key] else { return nil }
    return CachedEntry(value: value, age: now - kept.creationTime, revision: kept.revision)
  }

  @inlinable mutating func count(at now: Duration) -> Int {
    cache.expire(at: now)
    return cache.count
  }

  /// Removes a waiter from a load.
  ///
  /// - Returns: Whether the load has no more waiters; it is then removed from the table.
  @inlinable mutating func detach(_ flight: Flight<Key, Value>) -> Bool {
    guard let count = waiters[ObjectIdentifier(flight)] else { return false }
    waiters[ObjectIdentifier(flight)] = count - 1
    if count == 1 { _ = end(flight) }
    return count == 1
  }

  /// Ends a load and caches its outcome, unless its key was removed in the meantime.
  ///
  /// The error of a refresh does not replace the outcome that was to be refreshed.
  @inlinable mutating func land(
    _ flight: Flight<Key, Value>,
    with outcome: Outcome?,
    at now: Duration
  ) {
    cache.expire(at: now)
    guard end(flight), let outcome else { return }
    if case .failure = outcome, cache.outcome(for: flight.key) != nil { return }
    cache.keep(outcome, for: flight.key, at: now)
  }

  /// Ends a load, and returns whether it was open until now.
  @inlinable mutating func end(_ flight: Flight<Key, Value>) -> Bool {
    waiters[ObjectIdentifier(flight)] = nil
    waiters.shrinkIfSparse()
    guard open[flight.key] === flight else { return false }
    open[flight.key] = nil
    open.shrinkIfSparse()
    if refreshes.isEmpty { return true }
    refreshes[ObjectIdentifier(flight)] = nil
    refreshes.shrinkIfSparse()
    return true
  }

  /// Replaces the outcome of a key.
  ///
  /// - Returns: The load to discard; see ``close(_:)``.
  @inlinable mutating func insert(
    _ outcome: Outcome,
    for key: Key,
    at now: Duration
  ) -> Flight<Key, Value>? {
    cache.expire(at: now)
    cache.keep(outcome, for: key, at: now)
    return close(key)
  }

  /// Removes a key; a load in progress continues for its waiters.
  ///
  /// - Returns: The load to discard; see ``close(_:)``.
  @inlinable mutating func remove(_ key: Key) -> Flight<Key, Value>? {
    removals += 1
    cache.remove(key)
    return close(key)
  }

  /// Removes all keys.
  ///
  /// - Returns: The loads to discard; see ``close(_:)``.
  @inlinable mutating func removeAll() -> [Flight<Key, Value>] {
    removals += 1
    cache.removeAll()
    defer { open = [:] }
    return open.keys.compactMap { close($0) }
  }

  /// Closes the load of a key, whose outcome will not be cached.
  ///
  /// - Returns: The load, if it was a refresh for which only the cache waited.
  @inlinable mutating func close(_ key: Key) -> Flight<Key, Value>? {
    defer {
      open.shrinkIfSparse()
      refreshes.shrinkIfSparse()
    }
    guard let flight = open.removeValue(forKey: key),
      refreshes.removeValue(forKey: ObjectIdentifier(flight)) != nil
    else { return nil }
    return detach(flight) ? flight : nil
  }

  /// Removes an observer; returns the key if it has no more, to be released outside the lock.
  mutating func remove(_ observer: KeyObserver, of key: Key) -> Key? {
    guard let index = observers.index(forKey: key) else { return nil }
    observers.values[index].remove(observer)
    defer { observers.shrinkIfSparse() }
    return observers.values[index].isEmpty ? observers.remove(at: index).key : nil
  }

  @inlinable mutating func takeTrash() -> [OutcomeCache<Key, Outcome>.Element] { cache.takeTrash() }
}

/// A load in progress, and the promise from which those of its waiters are derived.
@usableFromInline final class Flight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// The same instance as in the table, so that the table never releases the last reference.
  @usableFromInline let key: Key
  @usableFromInline let load = Load()
  /// A root promise: the table decides whether it is discarded when a waiter detaches.
  @usableFromInline let promise: Promise<Value>

  @inlinable init(for key: Key, promise: Promise<Value>) {
    self.key = key
    self.promise = promise
  }
}
