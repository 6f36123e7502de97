public import PledgeCore

/// Returns a promise for the first value, in the order given, of which `isMatch` is true (spec 11.8).
///
///     let user = find(ids.map(load)) { $0.team == "B" }
///
/// It is fulfilled as soon as all before the match are known, and rejected with the rejection of
/// one of them, or with ``NoSuchElementError`` if there is no match, as among none. The others then
/// lose this consumer, as all do when it is discarded.
///
/// - Parameters:
///   - futures: The promises to look at.
///   - file: The place that reports name.
///   - line: The line of that place.
///   - isMatch: Gets one value after the other, in the order given, on the thread that settles the last
///     one it waited for, or at once; if it throws, the returned promise is rejected.
/// - Returns: A promise for the first match.
/// - Complexity: O(*n*) in the number of promises.
@inlinable
public func find<Value: Sendable>(
  _ futures: [Future<Value>],
  file: StaticString = #fileID,
  line: UInt = #line,
  where isMatch: @escaping @Sendable (Value) throws -> Bool
) -> Promise<Value> {
  let site = Site(file, line)
  @Sendable func look(from index: Int) throws -> Future<Value> {
    guard index < futures.count else { throw NoSuchElementError() }
    return futures[index].flatMap { value in
      try isMatch(value) ? Promise(fulfilledWith: value, at: .untold) : look(from: index + 1)
    }
  }
  // A consumer of all from the start, even if the first one decides.
  let found = Promise<Value>.awaiting(futures, at: site, by: .find) { _, _ in }
  let search = Promise(fulfilledWith: (), at: .untold).flatMap { try look(from: 0) }
  let decision = search.observed { outcome in
    // Held up to here: work that only the search holds is discarded, not lost.
    withExtendedLifetime(futures) { _ = found.settle(with: outcome) }
  }
  found.tie([decision])
  return found
}
