public import PledgeCore

/// Returns a promise for the values of all `futures`, in their order (spec 11.1).
///
///     all(ids.map(load)).observe { print($0) }
///
/// The first rejection rejects it at once; the others go on, with one consumer less. Discarding it
/// leaves every promise. Nothing gives an empty array. A promise may be given twice.
///
/// `futures` are not retained: if the last reference to one of them is dropped while it is pending, the
/// returned promise is rejected with ``BrokenPromiseError``.
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
  return ValueCollector(count: futures.count, at: site).combining(futures)
}

/// Collects the values of its members; the first rejection decides.
@usableFromInline final class ValueCollector<Value: Sendable>: Combiner {
  @usableFromInline let promise: Promise<[Value]>
  @usableFromInline let values: Slots<Value>

  @inlinable init(count: Int, at site: Site) {
    promise = Promise(dependentAt: site, by: .all)
    values = Slots(count: count)
  }

  @inlinable func receive(_ outcome: Result<Value, any Error>, at index: Int) {
    switch outcome {
    case .success(let value):
      if let all = values.store(value, at: index) { _ = promise.fulfill(all) }
    case .failure(let error):
      _ = promise.reject(with: error)
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
  let values = (repeat StoredValue<each Value>())
  @Sendable func arrive() {
    guard missing.arrive() else { return }
    _ = combined.fulfill((repeat (each values).take()))
  }
  for future in repeat each futures { combined.reportWaiting(for: future) }
  var members: [Node] = []
  for (future, slot) in repeat (each futures, each values) {
    members.append(
      future.observed { outcome in
        switch outcome {
        case .success(let value):
          slot.store(value)
          arrive()
        case .failure(let error):
          _ = combined.reject(with: error)
        }
      }
    )
  }
  arrive()
  // Work that only the caller's arguments retain is discarded if this is settled by now, not lost.
  withExtendedLifetime((repeat each futures)) { combined.addDependencies(members) }
  return combined
}
