public import Dispatch
internal import Pledge

/// Returns a promise that is resolved as the first of `promises` that is.
///
/// The others go on.
///
/// - Parameters:
///   - queue: The queue on which it is resolved.
///   - promises: What to wait for.
/// - Returns: A promise for the first outcome.
public func race<Value>(
  on queue: DispatchQueue = .promises,
  _ promises: Promise<Value>...
) -> Promise<Value> {
  race(on: queue, promises)
}

/// Same as ``race(on:_:)-(_,Promise<Value>...)``, for an array; an empty one rejects with Pledge's
/// `EmptyInputError`.
public func race<Value>(
  on queue: DispatchQueue = .promises,
  _ promises: [Promise<Value>]
) -> Promise<Value> {
  .combined {
    let runners = promises.map { promise in
      // Kept while it runs: one that nobody can resolve any more does not win by that.
      promise.inner.map(on: Turn(queue)) { outcome in
        try withExtendedLifetime(promise) { try outcome.get() }
      }
    }
    return Pledge.race(runners)
  }
}
