public import Dispatch
internal import Pledge

/// Returns a promise that is resolved as the first of `promises` that is.
///
/// The others go on. One that nobody can resolve any more does not win by that; if all are so, the
/// race is rejected with Pledge's `Abandoned`.
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
    let losses = Failures()
    let never = Pledge.Promise<UncheckedSendable<Value>>()
    let count = promises.count
    let runners = promises.map { promise in
      promise.member(on: queue).flatMapError { error in
        guard error is Abandoned else { throw error }
        losses.note(error)
        try losses.check(of: count)
        return never
      }
    }
    // Kept until the race is over, because it would reject those that wait for it.
    return Pledge.race(runners).ensure { withExtendedLifetime(never) {} }
  }
}
