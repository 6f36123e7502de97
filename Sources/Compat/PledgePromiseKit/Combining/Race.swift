internal import Pledge

/// Returns a promise that settles as the first of `thenables` that does.
///
/// The others go on. Of several that are settled already, the first one counts. A broken promise counts
/// as pending, unless ``PMKConfiguration/rejectsBrokenPromises`` is on. If `thenables` is empty, the
/// returned promise is rejected with ``PMKError/badInput``.
///
/// - Parameter thenables: What to watch.
/// - Returns: A promise for the first outcome.
public func race<U: Thenable>(_ thenables: U...) -> Promise<U.T> {
  race(thenables)
}

/// Same as ``race(_:)-(U...)``, for an array.
public func race<U: Thenable>(_ thenables: [U]) -> Promise<U.T> {
  guard !thenables.isEmpty else { return Promise(error: PMKError.badInput) }
  return Promise(newborn: first(of: thenables.map(\.uncheckedFuture)))
}

/// Returns a guarantee that is resolved as the first of `guarantees` that is.
///
/// The others go on. Of several that are resolved already, the first one counts. If there are no
/// guarantees, or nothing can resolve any of them, the returned guarantee stays pending, which is
/// logged.
///
/// - Parameter guarantees: What to watch.
/// - Returns: A guarantee of the first value.
public func race<T>(_ guarantees: Guarantee<T>...) -> Guarantee<T> {
  guard !guarantees.isEmpty else { return Guarantee { _ in } }
  // Guarantees are rejected only if nothing can resolve them any more.
  let winner = any(guarantees.map(\.inner))
  return Guarantee(newborn: winner.mapError { ($0 as? AggregateError)?.errors.first ?? $0 })
}

/// Returns a promise for the first outcome of `members`, which is broken once all of them are.
private func first<T>(of members: [Pledge.Future<T>]) -> Pledge.Promise<T> {
  Pledge.race(members).flatMapError { error in
    let rest = members.filter { !$0.isBroken }
    guard error is BrokenPromise, !rest.isEmpty else { throw error }
    return first(of: rest)
  }
}

/// Returns a promise for the first value of `thenables`.
///
/// Rejections count only if all are rejected: then the returned promise is rejected with
/// ``PMKError/noWinner``. The others go on. A broken promise counts as pending, unless
/// ``PMKConfiguration/rejectsBrokenPromises`` is on. If `thenables` is empty, the returned promise is
/// rejected with ``PMKError/badInput``.
///
/// - Parameter thenables: What to watch.
/// - Returns: A promise for the first value.
public func race<U: Thenable>(fulfilled thenables: [U]) -> Promise<U.T> {
  guard !thenables.isEmpty else { return Promise(error: PMKError.badInput) }
  let winner = any(thenables.map(\.uncheckedFuture))
  return Promise(
    newborn: winner.mapError { error in
      guard let error = error as? AggregateError else { return error }
      return error.errors.first { $0 is BrokenPromise } ?? PMKError.noWinner
    }
  )
}
