public import PledgeCore

/// One load for all who ask for the same key at the same time, and a cache of what it brings
/// (spec 15).
///
///     final class Users: Sendable {
///       private let cache = SingleFlight<Int, User>(expiry: .seconds(60), limit: 1_000)
///
///       func user(_ id: Int) -> Future<User> {
///         cache.value(for: id) { load(id) }
///       }
///     }
///
/// **Waiters.** Each call gets a promise of its own, and leaves when that is discarded, settled by
/// hand or left by its last consumer. When the last one leaves a load, the load is discarded and
/// forgotten; while one waits, it goes on.
///
/// **Keeping.** Values are kept until they expire, are removed, or are the one not used for longest
/// when there would be more than `limit`. What has expired is released when the cache is next used.
/// Every operation takes constant time, apart from ``removeAll()``.
///
/// The `==` and `hash(into:)` of keys run under a lock and must not use the same `SingleFlight`.
public final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  @usableFromInline let table: Locked<FlightTable<Key, Value>>
  @usableFromInline let cachesErrors: Bool
  /// The time since the cache was made.
  @usableFromInline let time: @Sendable () -> Duration

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - expiry: How long an outcome is kept, counted from its arrival; `nil` for as long as there is
  ///     room. With no time at all, or less, nothing is kept: loads are only shared.
  ///   - limit: How many outcomes are kept; `nil` for any number. With 0 or less, nothing is kept.
  ///     Loads that are under way do not count.
  ///   - cachesErrors: Whether the error of a failed load is kept like a value. The errors of
  ///     discarded and cancelled ones never are.
  ///   - clock: What measures the expiry.
  public init(
    expiry: Duration? = nil,
    limit: Int? = nil,
    cachesErrors: Bool = false,
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    let start = clock.now
    time = { start.duration(to: clock.now) }
    table = Locked(FlightTable(cache: OutcomeCache(expiry: expiry, limit: limit)))
    self.cachesErrors = cachesErrors
  }

  /// Edits the table; what that removes is released after unlocking.
  @inlinable func change<Answer>(_ edit: (inout FlightTable<Key, Value>) -> Answer) -> Answer {
    table.withLock { table in (edit(&table), table.takeTrash()) }.0
  }
}

// MARK: - Loading

extension SingleFlight {
  /// Returns a promise for the value of a key: the one that is kept, the one that is being loaded, or
  /// the one that `load` brings (spec 15.1).
  ///
  ///     let user = try await cache.value(for: 7) { load(7) }.value
  ///
  /// All who wait for a load hear its error. A load that asks for its own key, itself, from a task it
  /// starts or by way of another key, would wait for itself: the promise for that is rejected with
  /// ``CycleError``. What a load asks for counts as what it waits for; to fetch something ahead from
  /// within one, use a detached task.
  ///
  /// - Parameters:
  ///   - key: What to load.
  ///   - file: The place that reports name, if this starts the load.
  ///   - line: The line of that place.
  ///   - load: Starts the load, before this returns, if it is needed; if it throws, the load has
  ///     failed.
  /// - Returns: A promise of one's own.
  @inlinable
  public func value(
    for key: Key,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ load: () throws -> Future<Value>
  ) -> Promise<Value> {
    switch ask(for: key, at: Site(file, line)) {
    case .kept(let outcome):
      return Promise(result: outcome, file: file, line: line)
    case .joined(let flight):
      return slot(on: flight)
    case .started(let flight):
      let waiter = slot(on: flight)
      start(flight, load)
      return waiter
    }
  }

  @inlinable
  func ask(for key: Key, at site: Site) -> FlightTable<Key, Value>.Answer {
    let now = time()
    if let answer = change({ $0.ask(for: key, at: now) }) { return answer }
    // Not made under the lock: where pending promises are watched, that may be the end of others.
    let flight = Flight(for: key, promise: Promise<Value>(pendingAt: site, by: .singleFlight))
    return change { $0.ask(at: now, orStart: flight) }
  }

  /// Gives a waiter that the table knows of its promise.
  @inlinable
  func slot(on flight: Flight<Key, Value>) -> Promise<Value> {
    guard let caller = Load.caller else {
      return flight.promise.ensure { self.leave(flight) }
    }
    guard caller.beginWaiting(for: flight.load) else {
      let site = flight.promise.site
      leave(flight)
      return Promise(rejectedWith: CycleError(at: [site]), at: site)
    }
    return flight.promise.ensure {
      caller.endWaiting(for: flight.load)
      self.leave(flight)
    }
  }

  @inlinable
  func leave(_ flight: Flight<Key, Value>) {
    if change({ $0.leave(flight) }) { flight.promise.discard() }
  }

  @inlinable
  func start(_ flight: Flight<Key, Value>, _ load: () throws -> Future<Value>) {
    do {
      let source = try Load.run(for: flight.load, load)
      flight.promise.reportWaiting(for: source)
      let slot = source.observed { outcome in self.land(flight, with: outcome) }
      flight.promise.addDependencies([slot])
      flight.promise.breakCycle(through: source, by: slot)
    } catch {
      land(flight, with: .failure(error))
    }
  }

  @inlinable
  func land(_ flight: Flight<Key, Value>, with outcome: Result<Value, any Error>) {
    let now = time()
    let kept = isWorthKeeping(outcome) ? outcome : nil
    change { $0.land(flight, with: kept, at: now) }
    // What handlers start from here is not part of a load.
    Load.run(for: nil) { _ = flight.promise.settle(with: outcome) }
  }

  @inlinable
  func isWorthKeeping(_ outcome: Result<Value, any Error>) -> Bool {
    guard case .failure(let error) = outcome else { return true }
    return cachesErrors && !error.isCancellation
  }
}

// MARK: - The cache

extension SingleFlight {
  /// How many outcomes are kept; loads that are under way do not count.
  ///
  /// Any thread; others may change it meanwhile.
  public var count: Int {
    let now = time()
    return change { $0.count(at: now) }
  }

  /// Returns the value that is kept for a key, without loading it.
  ///
  ///     let user = cache.cachedValue(for: 7)
  ///
  /// It counts as a use of the value.
  ///
  /// - Parameter key: The key.
  /// - Returns: The value; `nil` if there is none, it has expired, or what is kept is an error.
  @inlinable
  public func cachedValue(for key: Key) -> Value? {
    let now = time()
    guard case .success(let value) = change({ $0.peek(key, at: now) }) else { return nil }
    return value
  }

  /// Keeps a value for a key in place of what is kept or being loaded (spec 15.3).
  ///
  /// Those who wait for a load that is under way still get what that brings.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - key: The key.
  @inlinable
  public func insert(_ value: Value, for key: Key) {
    let now = time()
    change { $0.insert(.success(value), for: key, at: now) }
  }

  /// Forgets what is kept or being loaded for a key: who asks next starts a load (spec 15.3).
  ///
  /// Those who wait for a load that is under way still get what that brings; it is not kept.
  ///
  /// - Parameter key: The key.
  public func remove(_ key: Key) {
    change { $0.remove(key) }
  }

  /// Forgets what is kept or being loaded for any key (spec 15.3).
  ///
  /// Takes time in the number of outcomes that are kept.
  public func removeAll() {
    change { $0.removeAll() }
  }
}
