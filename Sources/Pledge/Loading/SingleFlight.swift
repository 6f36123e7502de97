public import PledgeCore
public import PledgeSupport

/// A cache whose concurrent requests for the same key share one load (spec 15).
///
///     final class Users: Sendable {
///       private let cache = SingleFlight<Int, User>(expiry: .seconds(60), limit: 1_000)
///
///       func user(_ id: Int) -> Future<User> {
///         cache.value(for: id) { load(id) }
///       }
///     }
///
/// **Waiters.** Each request gets its own promise, and detaches from the load when that promise is
/// discarded, settled explicitly, or loses its last consumer. When the last request detaches, the
/// load is discarded and forgotten; until then, it continues.
///
/// **Caching.** A value is cached until it expires, is removed, or is the least recently used one
/// when there would be more than `limit`. Expired values are released when the cache is next used.
///
/// **Refreshing.** With `refreshAfter`, a value is refreshed before it expires (spec 15.5). The
/// first request for a value that is old enough gets that value, and starts a load, which belongs
/// to the cache: requests for the key continue to get the old value until the load has ended, and
/// wait for the load only if the value expires first. If the load fails, the old value is kept
/// until it expires, and the next request starts another load. The error is not reported; to see
/// it, add a `catch` to the promise that `load` returns. A refresh that has not ended after another
/// `refreshAfter` is replaced: the next request discards it and starts a load, unless others wait
/// for it. Each replacement gets twice as long as the load before, so slow loads end as well.
///
///     let settings = SingleFlight<Int, User>(expiry: .seconds(3600), refreshAfter: .seconds(60))
///     let user = settings.value(for: 7) { load(7).catch { print("not refreshed: \($0)") } }
///
/// A cache can be used from any thread. Every operation takes constant time, except for
/// ``removeAll()``, for the calls of observers, and for the first insertion after the clock was
/// set: that takes O(*n*), where *n* is the number of outcomes whose times it passes. The `==` and
/// `hash(into:)` of keys run under a lock and must not use the same `SingleFlight`.
public final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  @usableFromInline let table: Locked<FlightTable<Key, Value>>
  @usableFromInline let cachesErrors: Bool
  /// The time since the cache was created.
  @usableFromInline let time: @Sendable () -> Duration

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - expiry: The time for which an outcome is cached, measured from its arrival. If `nil`, it
  ///     is cached as long as there is room. If it is zero or negative, nothing is cached, and
  ///     loads are only shared.
  ///   - refreshAfter: The age from which a cached outcome is refreshed when it is requested. If
  ///     `nil`, it is never refreshed. If it is zero or negative, each request refreshes it, unless
  ///     a refresh is in progress, however long it takes.
  ///   - limit: The maximum number of cached outcomes; `nil` for no limit. If it is zero or
  ///     negative, nothing is cached. Loads in progress do not count.
  ///   - cachesErrors: Whether the error of a failed load is cached like a value. The errors of
  ///     discarded and canceled loads are never cached.
  ///   - clock: The clock that measures the age of outcomes.
  public init(
    expiry: Duration? = nil,
    refreshAfter: Duration? = nil,
    limit: Int? = nil,
    cachesErrors: Bool = false,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    time = clock.stopwatch()
    let cache = OutcomeCache<Key, Result<Value, any Error>>(
      expiry: expiry,
      refreshAfter: refreshAfter,
      limit: limit
    )
    table = Locked(FlightTable(cache: cache))
    self.cachesErrors = cachesErrors
  }

  deinit {
    let observers = table.withLock { $0.observers.values.flatMap(\.all) }
    for observer in observers { observer.promise.discard() }
  }

  /// Edits the table, and releases removed elements after unlocking.
  @inlinable func change<Answer>(_ edit: (inout FlightTable<Key, Value>) -> Answer) -> Answer {
    table.withLock { table in (edit(&table), table.takeTrash()) }.0
  }
}

// MARK: - Loading

extension SingleFlight {
  /// Returns a promise for the value of a key: the cached value, the one being loaded, or the one
  /// that `load` returns (spec 15.1).
  ///
  ///     let user = try await cache.value(for: 7) { load(7) }.value
  ///
  /// If a load fails, all requests that wait for it are rejected with its error. A load that
  /// requests its own key would wait for itself, whether it does so directly, from a task that it
  /// starts, or by way of another key. The promise for such a request is rejected with
  /// ``CycleError``. A load counts as waiting for everything that it requests; to prefetch a value
  /// from within a load, use a detached task.
  ///
  /// - Parameters:
  ///   - key: The key to load.
  ///   - maxAge: The age from which a cached outcome is not returned but loaded again, whatever the
  ///     expiry (spec 15.6). Zero, or a negative age, refreshes every outcome. If `nil`, the age
  ///     does not matter.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - load: A closure that starts the load. Called before this method returns, and only if a
  ///     load is needed. If it throws, the load has failed.
  /// - Returns: A new promise, which does not affect other requests when it is discarded.
  @inlinable
  public func value(
    for key: Key,
    maxAge: Duration? = nil,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ load: () throws -> Future<Value>
  ) -> Promise<Value> {
    switch ask(for: key, maxAge: maxAge, at: Site(file, line)) {
    case .kept(let outcome):
      return Promise(result: outcome, file: file, line: line)
    case .due(let outcome, let flight):
      // Waiters that join the refresh handle its error themselves.
      flight.promise.ignoringErrors()
      start(flight, load)
      return Promise(result: outcome, file: file, line: line)
    case .joined(let flight):
      return slot(on: flight)
    case .started(let flight):
      let waiter = slot(on: flight)
      start(flight, load)
      return waiter
    }
  }

  /// Same as the form with a plain `load`, for one on the main actor: unless the caller is on the
  /// main queue, `load` goes through that (spec 10.2.9).
  ///
  ///     let user = cache.value(for: 7, on: MainActor.shared) { load(7) }
  public func value(
    for key: Key,
    on actor: MainActor,
    maxAge: Duration? = nil,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ load: @escaping @MainActor @Sendable () throws -> Future<Value>
  ) -> Promise<Value> {
    value(for: key, maxAge: maxAge, file: file, line: line) {
      started(on: actor) { try MainActor.assumeIsolated { try load() } }
    }
  }

  /// Returns a promise for the value of `key`, loaded by a task if necessary (spec 10.2.5).
  ///
  ///     let user = cache.value(for: 7) { try await fetch(7) }
  ///
  /// Otherwise the same as the form whose `load` returns a promise. The task is canceled when no
  /// request needs the value any longer.
  ///
  /// - Parameters:
  ///   - key: The key to load.
  ///   - maxAge: The age from which a cached outcome is not returned, but loaded again.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - load: The asynchronous work, which runs only if a load is needed. If it throws, the load
  ///     has failed.
  /// - Returns: A new promise, which does not affect other requests when it is discarded.
  @_disfavoredOverload
  public func value(
    for key: Key,
    maxAge: Duration? = nil,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ load: @escaping @Sendable () async throws -> Value
  ) -> Promise<Value> {
    value(for: key, maxAge: maxAge, file: file, line: line) {
      Promise(running: load, at: Site(file, line), by: .task)
    }
  }

  @inlinable
  func ask(
    for key: Key,
    maxAge: Duration?,
    at site: Site
  ) -> FlightTable<Key, Value>.Answer {
    let now = time()
    if let answer = change({ $0.ask(for: key, maxAge: maxAge, at: now) }) { return answer }
    // Not created under the lock: creating an observed promise may release other promises.
    let flight = Flight(
      for: key,
      promise: Promise<Value>(pendingAt: site, by: .flight)
    )
    let (answer, replaced) = change { $0.ask(maxAge: maxAge, at: now, orStart: flight) }
    replaced?.promise.discard()
    return answer
  }

  /// Returns the promise of a waiter that the table has already counted.
  @inlinable
  func slot(on flight: Flight<Key, Value>) -> Promise<Value> {
    flight.load.wait(on: flight.promise, by: FlightWaiter(cache: self, flight: flight))
  }

  @inlinable
  func detach(_ flight: Flight<Key, Value>) {
    if change({ $0.detach(flight) }) { flight.promise.discard() }
  }

  @inlinable
  func start(_ flight: Flight<Key, Value>, _ load: () throws -> Future<Value>) {
    do {
      let source = try Load.run(for: flight.load, load)
      flight.promise.reportWaiting(for: source)
      let consumer = source.observed(with: Landing(cache: self, flight: flight))
      flight.promise.addDependencies(.one(consumer))
      flight.promise.breakCycle(through: source, by: consumer)
      // A cycle ends the load without landing, and a refresh has no waiter that would detach.
      if !flight.promise.isPending { change { $0.land(flight, with: nil, at: .zero) } }
    } catch {
      land(flight, with: .failure(error))
    }
  }

  @inlinable
  func land(
    _ flight: Flight<Key, Value>,
    with outcome: Result<Value, any Error>,
    from source: Node? = nil
  ) {
    let now = time()
    let kept = isWorthKeeping(outcome) ? outcome : nil
    let observers = change { table -> [KeyObserver] in
      table.land(flight, with: kept, at: now)
      guard case .success = kept else { return [] }
      return table.observers[flight.key]?.all ?? []
    }
    flight.promise.settleLoad(with: outcome, from: source)
    notify(observers)
  }

  @inlinable
  func isWorthKeeping(_ outcome: Result<Value, any Error>) -> Bool {
    guard case .failure(let error) = outcome else { return true }
    return cachesErrors && !error.isCancellation
  }
}
