public import Dispatch
internal import Pledge

/// Returns a promise for the outcomes of all `promises`, if at least one is fulfilled.
///
/// It waits for all promises and contains the values and errors in their order. If all are
/// rejected, it is rejected with the last error. If a promise is broken, it stays pending.
///
/// - Parameters:
///   - queue: The queue on which it is resolved.
///   - promises: The promises to wait for. If there are none, it is fulfilled with `[]`
///     immediately.
/// - Returns: A promise for the values and errors.
public func any<Value>(
  on queue: DispatchQueue = .promises,
  _ promises: Promise<Value>...
) -> Promise<[Maybe<Value>]> {
  any(on: queue, promises)
}

/// Same as ``any(on:_:)-(_,Promise<Value>...)``, for a sequence.
public func any<Value, Container: Sequence>(
  on queue: DispatchQueue = .promises,
  _ promises: Container
) -> Promise<[Maybe<Value>]> where Container.Element == Promise<Value> {
  let failures = Failures()
  let candidates = promises.map { $0.candidate(on: queue, failures) }
  return .combined {
    Pledge.all(candidates).map { outcomes in
      let maybes = try outcomes.map { try $0.maybe() }
      if !maybes.isEmpty { try failures.check(of: maybes.count) }
      return UncheckedSendable(maybes)
    }
  }
}

/// Same as ``any(on:_:)-(_,Promise<Value>...)``, for two promises of different types.
public func any<A, B>(
  on queue: DispatchQueue = .promises,
  _ promiseA: Promise<A>,
  _ promiseB: Promise<B>
) -> Promise<(Maybe<A>, Maybe<B>)> {
  tuple(of: promiseA, promiseB, on: queue)
}

/// Same as ``any(on:_:)-(_,Promise<Value>...)``, for three promises of different types.
public func any<A, B, C>(
  on queue: DispatchQueue = .promises,
  _ promiseA: Promise<A>,
  _ promiseB: Promise<B>,
  _ promiseC: Promise<C>
) -> Promise<(Maybe<A>, Maybe<B>, Maybe<C>)> {
  tuple(of: promiseA, promiseB, promiseC, on: queue)
}

private func tuple<each Value>(
  of promises: repeat Promise<each Value>,
  on queue: DispatchQueue
) -> Promise<(repeat Maybe<each Value>)> {
  let failures = Failures()
  var count = 0
  for _ in repeat each promises { count += 1 }
  return .combined { [count] in
    Pledge.all(repeat (each promises).candidate(on: queue, failures)).map { outcomes in
      let maybes = (repeat try (each outcomes).maybe())
      try failures.check(of: count)
      return UncheckedSendable(maybes)
    }
  }
}
