public import Dispatch
internal import Pledge

/// Returns a promise for the values of all `promises`, in their order.
///
/// The first rejection rejects it; the others continue. If a promise is broken, it stays pending
/// unless another one is rejected.
///
/// - Parameters:
///   - queue: The queue on which it is resolved.
///   - promises: The promises to wait for. If there are none, it is fulfilled with `[]`
///     immediately.
/// - Returns: A promise for every value.
public func all<Value>(
  on queue: DispatchQueue = .promises,
  _ promises: Promise<Value>...
) -> Promise<[Value]> {
  all(on: queue, promises)
}

/// Same as ``all(on:_:)-(_,Promise<Value>...)``, for a sequence.
public func all<Value, Container: Sequence>(
  on queue: DispatchQueue = .promises,
  _ promises: Container
) -> Promise<[Value]> where Container.Element == Promise<Value> {
  .combined {
    Pledge.all(promises.map { $0.member(on: queue) })
      .map { UncheckedSendable(try $0.map { try $0.received() }) }
  }
}

/// Same as ``all(on:_:)-(_,Promise<Value>...)``, for two promises of different types.
public func all<A, B>(
  on queue: DispatchQueue = .promises,
  _ promiseA: Promise<A>,
  _ promiseB: Promise<B>
) -> Promise<(A, B)> {
  let a = promiseA.member(on: queue)
  let b = promiseB.member(on: queue)
  return .combined {
    Pledge.all(a, b).map { UncheckedSendable((try $0.received(), try $1.received())) }
  }
}

/// Same as ``all(on:_:)-(_,Promise<Value>...)``, for three promises of different types.
public func all<A, B, C>(
  on queue: DispatchQueue = .promises,
  _ promiseA: Promise<A>,
  _ promiseB: Promise<B>,
  _ promiseC: Promise<C>
) -> Promise<(A, B, C)> {
  let a = promiseA.member(on: queue)
  let b = promiseB.member(on: queue)
  let c = promiseC.member(on: queue)
  return .combined {
    Pledge.all(a, b, c)
      .map { UncheckedSendable((try $0.received(), try $1.received(), try $2.received())) }
  }
}

/// Same as ``all(on:_:)-(_,Promise<Value>...)``, for four promises of different types.
public func all<A, B, C, D>(
  on queue: DispatchQueue = .promises,
  _ promiseA: Promise<A>,
  _ promiseB: Promise<B>,
  _ promiseC: Promise<C>,
  _ promiseD: Promise<D>
) -> Promise<(A, B, C, D)> {
  let a = promiseA.member(on: queue)
  let b = promiseB.member(on: queue)
  let c = promiseC.member(on: queue)
  let d = promiseD.member(on: queue)
  return .combined {
    Pledge.all(a, b, c, d).map { a, b, c, d in
      UncheckedSendable(
        (try a.received(), try b.received(), try c.received(), try d.received())
      )
    }
  }
}
