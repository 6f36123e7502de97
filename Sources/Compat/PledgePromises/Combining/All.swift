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
  tuple(of: promiseA, promiseB, on: queue)
}

/// Same as ``all(on:_:)-(_,Promise<Value>...)``, for three promises of different types.
public func all<A, B, C>(
  on queue: DispatchQueue = .promises,
  _ promiseA: Promise<A>,
  _ promiseB: Promise<B>,
  _ promiseC: Promise<C>
) -> Promise<(A, B, C)> {
  tuple(of: promiseA, promiseB, promiseC, on: queue)
}

/// Same as ``all(on:_:)-(_,Promise<Value>...)``, for four promises of different types.
public func all<A, B, C, D>(
  on queue: DispatchQueue = .promises,
  _ promiseA: Promise<A>,
  _ promiseB: Promise<B>,
  _ promiseC: Promise<C>,
  _ promiseD: Promise<D>
) -> Promise<(A, B, C, D)> {
  tuple(of: promiseA, promiseB, promiseC, promiseD, on: queue)
}

private func tuple<each Value>(
  of promises: repeat Promise<each Value>,
  on queue: DispatchQueue
) -> Promise<(repeat each Value)> {
  .combined {
    Pledge.all(repeat (each promises).member(on: queue))
      .map { UncheckedSendable((repeat try (each $0).received())) }
  }
}
