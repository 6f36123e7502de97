internal import PledgeCore
internal import PledgeSupport

extension SingleFlight {
  /// The number of cached outcomes; loads in progress do not count.
  ///
  /// Other threads may change it at any time.
  public var count: Int {
    let now = time()
    return change { $0.count(at: now) }
  }

  /// Returns the value cached for a key, without loading it.
  ///
  ///     let user = cache.cachedValue(for: 7)
  ///
  /// This counts as a use of the value.
  ///
  /// - Parameter key: The key to look up.
  /// - Returns: The value, or `nil` if there is none, if it has expired, or if the cached outcome
  ///   is an error.
  @inlinable
  public func cachedValue(for key: Key) -> Value? {
    let now = time()
    guard case .success(let value) = change({ $0.peek(key, at: now) }) else { return nil }
    return value
  }

  /// Caches a value for a key, and replaces its cached outcome or the load in progress (spec 15.3).
  ///
  /// Requests that already wait for the load still get its outcome. If none do, because it was a
  /// refresh, it is discarded.
  ///
  /// - Parameters:
  ///   - value: The value to cache.
  ///   - key: The key of the value.
  @inlinable
  public func insert(_ value: Value, for key: Key) {
    let now = time()
    let (unwanted, observers) = change { table in
      (table.insert(.success(value), for: key, at: now), table.observers[key]?.all ?? [])
    }
    unwanted?.promise.discard()
    notify(observers)
  }

  /// Removes a key, so that the next request starts a load (spec 15.3).
  ///
  /// Requests that already wait for a load in progress still get its outcome; it is not cached. If
  /// none do, because it is a refresh, it is discarded.
  ///
  /// - Parameter key: The key to remove.
  public func remove(_ key: Key) {
    let (unwanted, observers) = change { ($0.remove(key), $0.observers[key]?.all ?? []) }
    unwanted?.promise.discard()
    notify(observers)
  }

  /// Removes all keys, so that the next request for each starts a load (spec 15.3).
  ///
  /// - Complexity: O(*n*), where *n* is the number of cached outcomes.
  public func removeAll() {
    let (unwanted, observers) = change { ($0.removeAll(), $0.observers.values.flatMap(\.all)) }
    for flight in unwanted { flight.promise.discard() }
    notify(observers)
  }
}

// MARK: - Observing

/// A value that a ``SingleFlight`` had cached at one moment (spec 15.7).
public struct CachedEntry<Value: Sendable>: Sendable {
  /// The value.
  public let value: Value

  /// The time since the value arrived, on the clock of the cache.
  public let age: Duration

  /// A number that is higher for each value that the cache keeps later.
  public let revision: Int
}

extension SingleFlight {
  /// Returns the value cached for a key with its age, without loading it.
  ///
  /// This counts as a use of the value.
  ///
  /// - Parameter key: The key to look up.
  /// - Returns: The value; `nil` in the cases of ``cachedValue(for:)``.
  public func entry(for key: Key) -> CachedEntry<Value>? {
    let now = time()
    return change { $0.entry(for: key, at: now) }
  }

  /// Calls `body` after each new value of a key, loaded or inserted, and after its removal.
  ///
  ///     cache.onChange(of: 7) { [weak cache] in note(cache?.cachedValue(for: 7)?.name ?? "none") }
  ///
  /// Threads may call `body` at the same time, so it receives no value: ``entry(for:)`` returns the
  /// one that `body` is called for, or a newer one, unless that is not kept (spec 15.7.3). A call
  /// that has begun on another thread may still come after the discard that ends this.
  ///
  /// The cache holds `body` until the returned promise is discarded, or the cache is released. You
  /// do not need to keep the promise.
  ///
  /// - Parameters:
  ///   - key: The key to observe.
  ///   - body: Runs on the thread that brings the value, after the requests that wait for it.
  /// - Returns: A promise that stays pending until it is discarded, or the cache is released.
  @discardableResult
  public func onChange(of key: Key, _ body: @escaping @Sendable () -> Void) -> Promise<Void> {
    let observer = KeyObserver(body)
    observer.promise.onDiscard { [weak self] in
      _ = self?.change { $0.remove(observer, of: key) }
    }
    change { $0.observers[key, default: Observers()].append(observer) }
    // Settling this one explicitly detaches it, which discards the other (spec 6.3.3, 6.3.7).
    return observer.promise.map {}
  }

  /// The number of calls of ``remove(_:)`` and ``removeAll()``.
  package var removals: Int { change { $0.removals } }

  @usableFromInline func notify(_ observers: [KeyObserver]) {
    if observers.isEmpty { return }
    // What the observers start is not part of the load.
    Load.run(for: nil) {
      for observer in observers where observer.promise.isPending { observer.body() }
    }
  }
}

/// A closure that is told of new values, until its promise is discarded.
@usableFromInline final class KeyObserver: Sendable {
  let body: @Sendable () -> Void
  let promise = Promise<Void>(pendingAt: .unknown, by: .observe)

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
