internal import Pledge

/// Returns a promise that settles as the first of `thenables` that does.
///
/// The others go on. Of several that are settled already, the first one counts. One that nobody can
/// settle any more does not, unless that is true of all. Nothing is rejected with
/// ``PMKError/badInput``.
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
/// The others go on. Of several that are resolved already, the first one counts. Of nothing, it
/// never is resolved, which is logged; nor is it where nobody can resolve any of them.
///
/// - Parameter guarantees: What to watch.
/// - Returns: A guarantee of the first value.
public func race<T>(_ guarantees: Guarantee<T>...) -> Guarantee<T> {
  guard !guarantees.isEmpty else { return Guarantee { _ in } }
  // Their rejections are losses.
  let winner = any(guarantees.map(\.inner))
  return Guarantee(newborn: winner.mapError { ($0 as? AggregateError)?.errors.first ?? $0 })
}

/// The first outcome of `members`.
///
/// A loss is one only where nothing else is left: in the original, what is lost is pending.
private func first<T>(of members: [Pledge.Future<T>]) -> Pledge.Promise<T> {
  Pledge.race(members).flatMapError { error in
    let rest = members.filter { !$0.isLost }
    guard error.isLoss, !rest.isEmpty else { throw error }
    return first(of: rest)
  }
}

extension Pledge.Future {
  fileprivate var isLost: Bool {
    if case .failure(let error) = result { error.isLoss } else { false }
  }
}

/// Returns a promise for the first value of `thenables`.
///
/// Rejections count only when there is nothing else: then it is rejected with
/// ``PMKError/noWinner``. The others go on. Nothing is rejected with ``PMKError/badInput``.
///
/// - Parameter thenables: What to watch.
/// - Returns: A promise for the first value.
public func race<U: Thenable>(fulfilled thenables: [U]) -> Promise<U.T> {
  guard !thenables.isEmpty else { return Promise(error: PMKError.badInput) }
  let winner = any(thenables.map(\.uncheckedFuture))
  return Promise(newborn: winner.mapError { $0 is AggregateError ? PMKError.noWinner : $0 })
}
