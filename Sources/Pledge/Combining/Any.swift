public import PledgeCore

/// Returns a promise for the first value of `futures` (spec 11.4).
///
///     let user = any([primary.load(1), mirror.load(1)])
///
/// Rejections count only when there is nothing else: then it is rejected with ``AggregateError``,
/// which has all of them. The others lose this consumer once there is a value, and all of them when
/// it is discarded. Nothing rejects with ``EmptyInputError``.
///
/// - Parameters:
///   - futures: The promises to watch.
///   - file: The place that reports name.
///   - line: The line of that place.
/// - Returns: A promise for the first value.
/// - Complexity: O(*n*) in the number of promises.
@inlinable
public func any<Value: Sendable>(
  _ futures: [Future<Value>],
  file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<Value> {
  any(futures, at: Site(file, line))
}

@inlinable
func any<Value: Sendable>(_ futures: [Future<Value>], at site: Site) -> Promise<Value> {
  guard !futures.isEmpty else {
    return Promise(rejectedWith: EmptyInputError(), at: site, by: .any)
  }
  let missing = Countdown(from: futures.count)
  return Promise.awaiting(futures, at: site, by: .any) { winner, outcome in
    switch outcome {
    case .success(let value):
      _ = winner.fulfill(value)
    case .failure:
      guard missing.arrive() else { return }
      _ = winner.reject(with: AggregateError(errors: futures.compactMap(\.settledError)))
    }
  }
}

/// Same as ``any(_:file:line:)-([Future<Value>],_,_)``, for promises that are named one by one.
@inlinable
public func any<Value: Sendable>(
  _ futures: Future<Value>...,
  file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<Value> {
  any(futures, file: file, line: line)
}

extension Future {
  @usableFromInline final var settledError: (any Error)? {
    guard case .failure(let error) = result else { return nil }
    return error
  }
}
