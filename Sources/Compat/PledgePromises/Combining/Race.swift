public import Dispatch
internal import Pledge

/// Returns a promise that is resolved like the first of `promises` to be resolved.
///
/// The others continue. A broken promise stays pending and so does not win, even if
/// ``PromisesConfiguration/rejectsBrokenPromises`` is set; if all are broken, so is the race.
///
/// - Parameters:
///   - queue: The queue on which it is resolved.
///   - promises: The promises to race.
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
    let brokenPromises = Failures()
    let never = Pledge.Promise<UncheckedSendable<Value>>()
    let count = promises.count
    let members = promises.map { promise in
      promise.runner(on: queue).flatMapError { error in
        guard error is BrokenPromiseError else { throw error }
        brokenPromises.note(error)
        try brokenPromises.check(of: count)
        return never
      }
    }
    // Retained until the race is over: releasing it earlier would reject its consumers.
    return Pledge.race(members).ensure { withExtendedLifetime(never) {} }
  }
}
