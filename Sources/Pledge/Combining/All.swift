public import PledgeCore
public import PledgeSupport

/// Returns a promise for the values of all `futures`, in order (spec 11.1).
///
///     all(ids.map(load)).observe { print($0) }
///
/// The first rejection rejects the returned promise immediately and detaches it from the other
/// promises. Discarding the returned promise detaches it from all promises. Fulfills with `[]` if
/// `futures` is empty. The same promise may be given more than once.
///
/// `futures` are not retained. If the last reference to a pending one is released, the returned
/// promise is rejected with ``BrokenPromiseError``.
///
/// - Parameters:
///   - futures: The promises to wait for.
///   - file: The source file shown in diagnostics.
///   - line: The source line shown in diagnostics.
/// - Returns: A promise for every value.
/// - Complexity: O(*n*), where *n* is the number of promises.
@inlinable
public func all<Value: Sendable>(
  _ futures: [Future<Value>],
  file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<[Value]> {
  let site = Site(file, line)
  guard !futures.isEmpty else {
    return Promise(fulfilledWith: [], at: site, by: .all)
  }
  return ValueCollector(count: futures.count, at: site).combining(futures)
}

/// A combiner that collects the values of its members, or fails with the first error.
@usableFromInline final class ValueCollector<Value: Sendable>: Combiner {
  @usableFromInline let promise: Promise<[Value]>
  @usableFromInline let values: Slots<Value>

  @inlinable init(count: Int, at site: Site) {
    promise = Promise(dependentAt: site, by: .all)
    values = Slots(count: count)
  }

  @inlinable func receive(_ outcome: Result<Value, any Error>, at index: Int, from member: Node) {
    switch outcome {
    case .success(let value):
      promise.collect(from: member)
      if let all = values.store(value, at: index) { _ = promise.tryFulfill(collected: all) }
    case .failure(let error):
      _ = promise.tryReject(with: error, from: member)
    }
  }
}

/// Returns a promise for the values of all `futures`, which may have different types (spec 11.1).
///
///     all(load(1), members(of: "A")).map { user, team in team.count }.observe { print($0) }
///
/// The first rejection rejects the returned promise immediately and detaches it from the other
/// promises. Discarding the returned promise detaches it from all promises. Fulfills with an empty
/// tuple if there are no promises.
///
/// - Parameters:
///   - futures: The promises to wait for.
///   - file: The source file shown in diagnostics.
///   - line: The source line shown in diagnostics.
/// - Returns: A promise for every value.
public func all<each Value: Sendable>(
  _ futures: repeat Future<each Value>,
  file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<(repeat each Value)> {
  combined(
    repeat PackMember(ValueReading<each Value>.self, each futures),
    at: Site(file, line),
    by: .all
  )
}
