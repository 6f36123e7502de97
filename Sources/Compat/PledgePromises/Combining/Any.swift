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
  let failures = Failures()
  let a = promiseA.candidate(on: queue, failures)
  let b = promiseB.candidate(on: queue, failures)
  return .combined {
    Pledge.all(a, b).map { a, b in
      let maybes = (try a.maybe(), try b.maybe())
      try failures.check(of: 2)
      return UncheckedSendable(maybes)
    }
  }
}

/// Same as ``any(on:_:)-(_,Promise<Value>...)``, for three promises of different types.
public func any<A, B, C>(
  on queue: DispatchQueue = .promises,
  _ promiseA: Promise<A>,
  _ promiseB: Promise<B>,
  _ promiseC: Promise<C>
) -> Promise<(Maybe<A>, Maybe<B>, Maybe<C>)> {
  let failures = Failures()
  let a = promiseA.candidate(on: queue, failures)
  let b = promiseB.candidate(on: queue, failures)
  let c = promiseC.candidate(on: queue, failures)
  return .combined {
    Pledge.all(a, b, c).map { a, b, c in
      let maybes = (try a.maybe(), try b.maybe(), try c.maybe())
      try failures.check(of: 3)
      return UncheckedSendable(maybes)
    }
  }
}
