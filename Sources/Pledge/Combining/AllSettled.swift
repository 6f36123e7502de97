public import PledgeCore

/// Returns a promise for the outcomes of all `futures`, in their order (spec 11.2).
///
///     let outcomes = allSettled(ids.map(load))
///
/// It is never rejected unless it is discarded, which leaves every promise. Nothing gives an empty
/// array.
///
/// The promises are held until this one is settled, so the loss of a plain `Promise()` among them goes
/// unnoticed; one with a ``Resolver`` rejects as ever.
///
/// - Parameters:
///   - futures: The promises to wait for.
///   - file: The place that reports name.
///   - line: The line of that place.
/// - Returns: A promise for every value or error.
/// - Complexity: O(*n*) in the number of promises.
@inlinable
public func allSettled<Value: Sendable>(
  _ futures: [Future<Value>],
  file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<[Result<Value, any Error>]> {
  let site = Site(file, line)
  guard !futures.isEmpty else { return Promise(fulfilledWith: [], at: site, by: .allSettled) }
  let missing = Countdown(from: futures.count)
  return Promise.awaiting(futures, at: site, by: .allSettled) { combined, _ in
    guard missing.arrive() else { return }
    _ = combined.fulfill(futures.map { outcome(of: $0) })
  }
}

/// Returns a promise for the outcomes of all `futures`, which may have different types (spec 11.2).
///
/// It is never rejected unless it is discarded, which leaves every promise. Nothing gives an empty
/// tuple.
///
/// - Parameters:
///   - futures: The promises to wait for.
///   - file: The place that reports name.
///   - line: The line of that place.
/// - Returns: A promise for every value or error.
public func allSettled<each Value: Sendable>(
  _ futures: repeat Future<each Value>,
  file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<(repeat Result<each Value, any Error>)> {
  // Not inlinable: specialised in another module, the metadata of the pack is wrong (Swift 6.3.1).
  let combined = Promise<(repeat Result<each Value, any Error>)>(
    dependentAt: Site(file, line),
    by: .allSettled
  )
  var count = 1  // The call's own share, so that nothing is collected before all are watched.
  for _ in repeat each futures { count += 1 }
  let missing = Countdown(from: count)
  @Sendable func arrive() {
    guard missing.arrive() else { return }
    _ = combined.fulfill((repeat outcome(of: each futures)))
  }
  for future in repeat each futures { combined.tellsOfWaiting(for: future) }
  var members: [Node] = []
  for future in repeat each futures {
    members.append(future.observed { _ in arrive() })
  }
  arrive()
  combined.tie(members)
  return combined
}

@inlinable func outcome<Value>(of future: Future<Value>) -> Result<Value, any Error> {
  guard let result = future.result else { preconditionFailure("asked for a pending outcome") }
  return result
}
