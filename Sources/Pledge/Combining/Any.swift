public import PledgeCore

/// Returns a promise for the first value of `futures` (spec 11.4).
///
///     let user = any([primary.load(1), mirror.load(1)])
///
/// Rejections count only when there is nothing else: then it is rejected with ``AggregateError``,
/// which has all of them. The others lose this consumer once there is a value, and all of them when
/// it is discarded. Nothing rejects with ``EmptyInputError``.
///
/// `futures` are not retained: if the last reference to one of them is dropped while it is pending, it
/// counts as rejected with ``BrokenPromiseError``.
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
  return ErrorCollector(count: futures.count, at: site).combining(futures)
}

/// Collects the errors of its members; the first value decides.
@usableFromInline final class ErrorCollector<Value: Sendable>: Combiner {
  @usableFromInline let promise: Promise<Value>
  @usableFromInline let errors: Slots<any Error>

  @inlinable init(count: Int, at site: Site) {
    promise = Promise(dependentAt: site, by: .any)
    errors = Slots(count: count)
  }

  @inlinable func receive(_ outcome: Result<Value, any Error>, at index: Int) {
    switch outcome {
    case .success(let value):
      _ = promise.fulfill(value)
    case .failure(let error):
      guard let all = errors.store(error, at: index) else { return }
      _ = promise.reject(with: AggregateError(errors: all))
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
