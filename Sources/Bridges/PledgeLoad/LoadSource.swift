public import Pledge

/// Where a ``Load`` gets its value from: a closure, or a key of a cache.
///
/// The closures run on the main actor when a load starts. What they return is discarded when the
/// load is discarded or replaced, so its work stops unless it has other consumers.
public struct LoadSource<Value: Sendable>: Sendable {
  /// Starts a load, unless a shared value is younger than the given age.
  let request: @MainActor @Sendable (_ maxAge: Duration?) throws -> Future<Value>
  var shared: Shared?

  /// The cache of a shared value.
  struct Shared: Sendable {
    let entry: @Sendable () -> CachedEntry<Value>?
    let onChange: @Sendable (@escaping @Sendable () -> Void) -> Promise<Void>
  }

  /// A closure that returns a promise.
  ///
  ///     let user = Load(.future { load(7) })
  ///
  /// - Parameter load: Starts the work. If it throws, the load has failed.
  /// - Returns: The source.
  public static func future(
    _ load: @escaping @MainActor @Sendable () throws -> Future<Value>
  ) -> LoadSource {
    LoadSource { _ in try load() }
  }

  /// An asynchronous closure, which runs in a task for each load.
  ///
  ///     let user = Load(.task { try await fetch(7) })
  ///
  /// - Parameter load: The work. If it throws, the load has failed. When the load is discarded, its
  ///   task is canceled.
  /// - Returns: The source.
  public static func task(
    _ load: @escaping @MainActor @Sendable () async throws -> Value
  ) -> LoadSource {
    .future { Promise(load) }
  }

  /// A key of a cache, whose value all loads with this source share.
  ///
  ///     let user = Load(.key(7, in: cache) { load(7) })
  ///
  /// They share each request, which stops when the last of them detaches, and show each new value,
  /// whoever has requested or inserted it. An error is shown by those that wait for it.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - cache: The cache.
  ///   - load: Starts the work. If it throws, the load has failed.
  /// - Returns: The source.
  public static func key<Key>(
    _ key: Key,
    in cache: SingleFlight<Key, Value>,
    _ load: @escaping @MainActor @Sendable () throws -> Future<Value>
  ) -> LoadSource {
    let request: @MainActor @Sendable (Duration?) throws -> Future<Value> = { maxAge in
      cache.value(for: key, maxAge: maxAge) { try load() }
    }
    return LoadSource(
      request: request,
      shared: Shared { cache.entry(for: key) } onChange: { cache.onChange(of: key, $0) }
    )
  }

  /// Same as the form with a promise, for an asynchronous closure.
  ///
  ///     let user = Load(.key(7, in: cache) { try await fetch(7) })
  @_disfavoredOverload
  public static func key<Key>(
    _ key: Key,
    in cache: SingleFlight<Key, Value>,
    _ load: @escaping @MainActor @Sendable () async throws -> Value
  ) -> LoadSource {
    .key(key, in: cache) { Promise(load) }
  }
}
