public import Pledge

/// Where a ``Load`` gets its value from: a closure, or a key of a cache.
///
/// The closures run on the main actor when a load starts; one that throws fails the load. What they
/// return is discarded when the load is discarded or replaced, so the work stops unless it has
/// other consumers.
public struct LoadSource<Value: Sendable>: Sendable {
  /// Starts a load; if it is forced, a cached outcome does not do.
  let request: @MainActor @Sendable (_ isForced: Bool) throws -> Future<Value>
  var shared: Shared?

  /// The cache of a shared value.
  struct Shared: Sendable {
    /// Refreshes the value if that is due according to the cache.
    let touch: @MainActor @Sendable () -> Void
    let entry: @Sendable () -> CachedEntry<Value>?
    let removals: @Sendable () -> Int
    let onChange: @Sendable (@escaping @Sendable () -> Void) -> Promise<Void>
  }

  /// Returns the source that starts a load with the promise of `start`.
  ///
  ///     let user = Load(.future { load(7) })
  public static func future(
    _ start: @escaping @MainActor @Sendable () throws -> Future<Value>
  ) -> LoadSource {
    LoadSource { _ in try start() }
  }

  /// Returns the source that runs `work` in a task for each load, canceled when that is discarded.
  ///
  ///     let user = Load(.task { try await fetch(7) })
  public static func task(
    _ work: @escaping @MainActor @Sendable () async throws -> Value
  ) -> LoadSource {
    .future { Promise(work) }
  }

  /// Returns the source of a value that all loads of `key` in `cache` share.
  ///
  ///     let user = Load(.key(7, in: cache) { load(7) })
  ///
  /// They share each request, which stops when the last load detaches, and show each new value,
  /// whoever has requested or inserted it. An error is shown by those that wait for it or find it
  /// in the cache. For asynchronous work, return `Promise { try await fetch(7) }`.
  public static func key<Key>(
    _ key: Key,
    in cache: SingleFlight<Key, Value>,
    _ start: @escaping @MainActor @Sendable () throws -> Future<Value>
  ) -> LoadSource {
    LoadSource(
      request: { cache.value(for: key, maxAge: $0 ? .zero : nil) { try start() } },
      shared: Shared(
        touch: {
          if cache.entry(for: key) == nil { return }
          cache.value(for: key) { try start() }.ignoringErrors()
        },
        entry: { cache.entry(for: key) },
        removals: { cache.removals },
        onChange: { cache.onChange(of: key, $0) }
      )
    )
  }
}
