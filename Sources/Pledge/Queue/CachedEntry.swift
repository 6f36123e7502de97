internal import PledgeCore
internal import PledgeSupport

/// A value that a ``SingleFlight`` had cached at one moment (spec 15.7).
public struct CachedEntry<Value: Sendable>: Sendable {
  /// The value.
  public let value: Value

  /// The time since the value arrived, on the clock of the cache.
  public let age: Duration

  /// A number that tells values apart: of two values of a cache, the one that it kept later has the
  /// higher number.
  public let revision: Int
}

extension SingleFlight {
  /// Returns the value cached for a key with its age, without loading it.
  ///
  ///     if let entry = cache.entry(for: 7), entry.age < .seconds(60) { print(entry.value.name) }
  ///
  /// This counts as a use of the value.
  ///
  /// - Parameter key: The key to look up.
  /// - Returns: The value; `nil` in the cases of ``cachedValue(for:)``.
  public func entry(for key: Key) -> CachedEntry<Value>? {
    let now = time()
    return change { $0.entry(for: key, at: now) }
  }

  /// Calls `body` after each new value of a key: one that a load brings, or that is inserted.
  ///
  ///     let changes = cache.onChange(of: 7) { print(cache.cachedValue(for: 7)?.name ?? "none") }
  ///
  /// Threads that bring values at the same time may call `body` at the same time, and in any order,
  /// so it receives no value: what ``entry(for:)`` returns meanwhile is never older than the one
  /// that `body` was called for, unless that was removed (spec 15.7.3). `body` runs after the
  /// requests that wait for the load have received the value. If the cache keeps no values, there
  /// are none to look up. Removed and expired values are not reported.
  ///
  /// The cache holds `body` until the returned promise is discarded, or the cache is released; you
  /// do not need to keep the promise. Discarding it takes constant time.
  ///
  /// - Parameters:
  ///   - key: The key to observe.
  ///   - body: Runs on the thread that brings the value.
  /// - Returns: A promise that stays pending until it is discarded, or the cache is released.
  @discardableResult
  public func onChange(of key: Key, _ body: @escaping @Sendable () -> Void) -> Promise<Void> {
    let id = change { $0.observers.nextID() }
    let promise = Promise<Void>(discard: { [weak self] in
      _ = self?.change { $0.observers.remove(id, of: key) }
    })
    change { $0.observers.insert(KeyObserver(body: body, promise: promise), as: id, of: key) }
    return promise
  }

  @usableFromInline func notify(_ observers: [KeyObserver]) {
    if observers.isEmpty { return }
    // What the observers start is not part of the load.
    Load.run(for: nil) {
      for observer in observers { observer.body() }
    }
  }
}

/// A closure that is told of new values, and the promise that ends this when it is discarded.
@usableFromInline struct KeyObserver: Sendable {
  let body: @Sendable () -> Void
  let promise: Promise<Void>
}

/// The observers of each key, in the order of their registration; not thread-safe.
@usableFromInline struct KeyObservers<Key: Hashable & Sendable>: Sendable {
  private var observers: [Key: [Int: KeyObserver]] = [:]
  private var count = 0

  @usableFromInline init() {}

  @usableFromInline subscript(key: Key) -> [KeyObserver] {
    guard let found = observers[key] else { return [] }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }

  var all: [KeyObserver] { observers.values.flatMap(\.values) }

  mutating func nextID() -> Int {
    count += 1
    return count
  }

  mutating func insert(_ observer: KeyObserver, as id: Int, of key: Key) {
    observers[key, default: [:]][id] = observer
  }

  /// Returns the observer, and the key if it was the last one, to be released outside the lock.
  mutating func remove(_ id: Int, of key: Key) -> (observer: KeyObserver?, key: Key?) {
    guard let index = observers.index(forKey: key) else { return (nil, nil) }
    let observer = observers.values[index].removeValue(forKey: id)
    observers.values[index].shrinkIfSparse()
    if !observers.values[index].isEmpty { return (observer, nil) }
    let last = observers.remove(at: index).key
    observers.shrinkIfSparse()
    return (observer, last)
  }
}
