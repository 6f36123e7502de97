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
  combined(
    repeat PackMember(OutcomeReading<each Value>.self, each futures),
    at: Site(file, line),
    by: .allSettled
  )
}
