public import PledgeCore
public import PledgeSupport

/// Returns a promise for the outcomes of all `futures`, in order (spec 11.2).
///
///     let outcomes = allSettled(ids.map(load))
///
/// The returned promise is rejected only if it is discarded. Discarding it detaches it from all
/// promises. Fulfills with `[]` if `futures` is empty.
///
/// `futures` are not retained. If the last reference to a pending one is released, its outcome is a
/// rejection with ``BrokenPromiseError``.
///
/// - Parameters:
///   - futures: The promises to wait for.
///   - file: The source file shown in diagnostics.
///   - line: The source line shown in diagnostics.
/// - Returns: A promise for every value or error.
/// - Complexity: O(*n*), where *n* is the number of promises.
@inlinable
public func allSettled<Value: Sendable>(
  _ futures: [Future<Value>],
  file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<[Result<Value, any Error>]> {
  let site = Site(file, line)
  guard !futures.isEmpty else {
    return Promise(fulfilledWith: [], at: site, by: .allSettled)
  }
  return OutcomeCollector(count: futures.count, at: site).combining(futures)
}

/// A combiner that collects the outcomes of its members.
@usableFromInline final class OutcomeCollector<Value: Sendable>: Combiner {
  @usableFromInline let promise: Promise<[Result<Value, any Error>]>
  @usableFromInline let outcomes: Slots<Result<Value, any Error>>

  @inlinable init(count: Int, at site: Site) {
    promise = Promise(dependentAt: site, by: .allSettled)
    outcomes = Slots(count: count)
  }

  @inlinable func receive(_ outcome: Result<Value, any Error>, at index: Int, from member: Node) {
    promise.collect(from: member)
    if let all = outcomes.store(outcome, at: index) { _ = promise.tryFulfill(collected: all) }
  }
}

/// Returns a promise for the outcomes of all `futures`, which may have different types (spec 11.2).
///
/// The returned promise is rejected only if it is discarded. Discarding it detaches it from all
/// promises. Fulfills with an empty tuple if there are no promises.
///
/// - Parameters:
///   - futures: The promises to wait for.
///   - file: The source file shown in diagnostics.
///   - line: The source line shown in diagnostics.
/// - Returns: A promise for every value or error.
public func allSettled<each Value: Sendable>(
  _ futures: repeat Future<each Value>,
  file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<(repeat Result<each Value, any Error>)> {
  // Not inlinable: specialized in another module, the metadata of the pack is wrong (Swift 6.3.1).
  let combined = Promise<(repeat Result<each Value, any Error>)>(
    dependentAt: Site(file, line),
    by: .allSettled
  )
  var count = 1  // One for this call, so that nothing is collected before all have a consumer.
  for _ in repeat each futures { count += 1 }
  let missing = Countdown(from: count)
  let outcomes = (repeat StoredValue<Result<each Value, any Error>>())
  @Sendable func arrive() {
    guard missing.arrive() else { return }
    _ = combined.tryFulfill(collected: (repeat (each outcomes).take()))
  }
  for future in repeat each futures { combined.reportWaiting(for: future) }
  var members: [Node] = []
  for (future, slot) in repeat (each futures, each outcomes) {
    members.append(
      future.observed(
        with: PackMember { outcome, member in
          combined.collect(from: member)
          slot.store(outcome)
          arrive()
        }
      )
    )
  }
  arrive()
  // Keeps `futures` alive until here: if `combined` is already settled, work that only they retain
  // is discarded instead of broken.
  withExtendedLifetime((repeat each futures)) { combined.addDependencies(.many(members)) }
  return combined
}
