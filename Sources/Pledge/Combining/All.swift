public import PledgeCore

/// Returns a promise for the values of all `futures`, in their order (spec 11.1).
///
///     all(ids.map(load)).observe { print($0) }
///
/// The first rejection rejects it at once; the others go on, with one consumer less. Discarding it
/// leaves every promise. Nothing gives an empty array. A promise may be given twice.
///
/// The promises are held until this one is settled, so the loss of a plain `Promise()` among them goes
/// unnoticed; one with a ``Resolver`` rejects as ever.
///
/// - Parameters:
///   - futures: The promises to wait for.
///   - file: The place that reports name.
///   - line: The line of that place.
/// - Returns: A promise for every value.
/// - Complexity: O(*n*) in the number of promises.
@inlinable
public func all<Value: Sendable>(
  _ futures: [Future<Value>],
  file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<[Value]> {
  let site = Site(file, line)
  guard !futures.isEmpty else { return Promise(fulfilledWith: [], at: site, by: .all) }
  let missing = Countdown(from: futures.count)
  return Promise.awaiting(futures, at: site, by: .all) { combined, outcome in
    switch outcome {
    case .failure(let error):
      _ = combined.reject(with: error)
    case .success:
      guard missing.arrive() else { return }
      _ = combined.fulfill(futures.map { $0.knownValue })
    }
  }
}

/// Returns a promise for the values of all `futures`, which may have different types (spec 11.1).
///
///     all(load(1), members(of: "A")).map { user, team in team.count }.observe { print($0) }
///
/// The first rejection rejects it at once; the others go on, with one consumer less. Discarding it
/// leaves every promise. Nothing gives an empty tuple.
///
/// - Parameters:
///   - futures: The promises to wait for.
///   - file: The place that reports name.
///   - line: The line of that place.
/// - Returns: A promise for every value.
public func all<each Value: Sendable>(
  _ futures: repeat Future<each Value>,
  file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<(repeat each Value)> {
  all(repeat each futures, at: Site(file, line))
}

func all<each Value: Sendable>(
  _ futures: repeat Future<each Value>,
  at site: Site
) -> Promise<(repeat each Value)> {
  // Not inlinable: specialised in another module, the metadata of the pack is wrong (Swift 6.3.1).
  let combined = Promise<(repeat each Value)>(dependentAt: site, by: .all)
  var count = 1  // The call's own share, so that nothing is collected before all are watched.
  for _ in repeat each futures { count += 1 }
  let missing = Countdown(from: count)
  @Sendable func arrive() {
    guard missing.arrive() else { return }
    _ = combined.fulfill((repeat (each futures).knownValue))
  }
  for future in repeat each futures { combined.tellsOfWaiting(for: future) }
  var members: [Node] = []
  for future in repeat each futures {
    members.append(
      future.observed { outcome in
        switch outcome {
        case .success: arrive()
        case .failure(let error): _ = combined.reject(with: error)
        }
      }
    )
  }
  arrive()
  combined.tie(members)
  return combined
}
