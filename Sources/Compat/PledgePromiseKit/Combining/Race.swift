internal import Pledge

/// Returns a promise that settles like the first of `thenables` to settle.
///
/// The others continue. If several are already settled, the first one in the list wins. A broken
/// promise counts as pending, unless ``PMKConfiguration/rejectsBrokenPromises`` is on. If
/// `thenables` is empty, the returned promise is rejected with ``PMKError/badInput``.
///
/// - Parameter thenables: The thenables to race.
/// - Returns: A promise for the first outcome.
public func race<U: Thenable>(_ thenables: U...) -> Promise<U.T> {
  race(thenables)
}

/// Same as ``race(_:)-(U...)``, for an array.
public func race<U: Thenable>(_ thenables: [U]) -> Promise<U.T> {
  guard !thenables.isEmpty else { return Promise(error: PMKError.badInput) }
  return Promise(owning: first(of: thenables.map(\.uncheckedFuture)))
}

/// Returns a guarantee that is resolved like the first of `guarantees` to be resolved.
///
/// The others continue. If several are already resolved, the first one in the list wins. If
/// `guarantees` is empty, or none can ever be resolved, the returned guarantee stays pending and
/// this is logged.
///
/// - Parameter guarantees: The guarantees to race.
/// - Returns: A guarantee of the first value.
public func race<T>(_ guarantees: Guarantee<T>...) -> Guarantee<T> {
  guard !guarantees.isEmpty else { return Guarantee { _ in } }
  // Guarantees are rejected only if nothing can resolve them anymore.
  let winner = any(guarantees.map(\.inner))
  return Guarantee(owning: winner.mapError { ($0 as? AggregateError)?.errors.first ?? $0 })
}

/// Returns a promise for the first outcome of `members`, or a broken one once all `members` are
/// broken.
private func first<T>(of members: [Pledge.Future<T>]) -> Pledge.Promise<T> {
  Pledge.race(members).flatMapError { error in
    let rest = members.filter { !$0.isBroken }
    guard error is BrokenPromise, !rest.isEmpty else { throw error }
    return first(of: rest)
  }
}

/// Same as ``race(_:)-(U...)``, for the first value.
///
/// A rejection counts only if all are rejected: then the returned promise is rejected with
/// ``PMKError/noWinner``.
public func race<U: Thenable>(fulfilled thenables: [U]) -> Promise<U.T> {
  guard !thenables.isEmpty else { return Promise(error: PMKError.badInput) }
  let winner = any(thenables.map(\.uncheckedFuture))
  return Promise(
    owning: winner.mapError { error in
      guard let error = error as? AggregateError else { return error }
      return error.errors.first { $0 is BrokenPromise } ?? PMKError.noWinner
    }
  )
}
