internal import Pledge

/// Returns a promise for the values of both promises.
///
/// The first rejection rejects it.
///
/// - Parameters:
///   - p1: A promise.
///   - p2: Another promise.
/// - Returns: A promise for the values, on the main queue.
public func when<T, U>(_ p1: Promise<T>, _ p2: Promise<U>) -> Promise<(T, U)> {
  tuple(of: p1, p2)
}

/// Returns a promise for the values of all three promises; same as for two.
public func when<T, U, V>(
  _ p1: Promise<T>,
  _ p2: Promise<U>,
  _ p3: Promise<V>
) -> Promise<(T, U, V)> {
  tuple(of: p1, p2, p3)
}

private func tuple<each Value>(
  of promises: repeat Promise<each Value>
) -> Promise<(repeat each Value)> {
  let values = all(repeat (each promises).member)
    .map { UncheckedSendable((repeat try (each $0).get().value)) }
  return Promise(following: values)
}

/// Returns a promise for the values of all promises, in their order.
///
/// The first rejection rejects it. Resolves with `[]` if `promises` is empty.
///
/// - Parameter promises: The promises to wait for, settled or not.
/// - Returns: A promise for the values, on the main queue.
public func when<T>(_ promises: [Promise<T>]) -> Promise<[T]> {
  let values = all(promises.map(\.member))
    .map { UncheckedSendable(try $0.map { try $0.get().value }) }
  return Promise(following: values)
}

extension Promise {
  /// This promise as a member of a combination, which the first rejection rejects.
  ///
  /// A broken promise that stays pending is a value, so that it has no effect before all others
  /// have settled.
  fileprivate var member: Pledge.Promise<Outcome<T>> {
    source.mapResult { outcome in
      if case .failure(let error) = outcome, !error.isBrokenPromise { throw error }
      return outcome
    }
  }
}
