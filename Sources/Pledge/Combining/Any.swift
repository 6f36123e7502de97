public import PledgeCore
public import PledgeSupport

/// Returns a promise for the first value of `futures` (spec 11.4).
///
///     let user = any([primary.load(1), mirror.load(1)])
///
/// The first value detaches the returned promise from the other promises. If all promises are
/// rejected, the returned promise is rejected with an ``AggregateError`` that contains every error.
/// Discarding the returned promise detaches it from all promises. Rejects with ``EmptyInputError``
/// if `futures` is empty.
///
/// `futures` are not retained. If the last reference to a pending one is released, it counts as
/// rejected with ``BrokenPromiseError``.
///
/// - Parameters:
///   - futures: The promises to wait for.
///   - file: The source file shown in diagnostics.
///   - line: The source line shown in diagnostics.
/// - Returns: A promise for the first value.
/// - Complexity: O(*n*), where *n* is the number of promises.
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
    let error = EmptyInputError(from: .any, at: site)
    return Promise(rejectedWith: error, at: site, by: .any)
  }
  return ErrorCollector(count: futures.count, at: site).combining(futures)
}

/// A combiner that succeeds with the first value of its members, or collects their errors.
@usableFromInline final class ErrorCollector<Value: Sendable>: Combiner {
  @usableFromInline let promise: Promise<Value>
  @usableFromInline let errors: Slots<any Error>

  @inlinable init(count: Int, at site: Site) {
    promise = Promise(dependentAt: site, by: .any)
    errors = Slots(count: count)
  }

  @inlinable func receive(_ outcome: Result<Value, any Error>, at index: Int, from member: Node) {
    switch outcome {
    case .success(let value):
      _ = promise.tryFulfill(value, from: member)
    case .failure(let error):
      guard let all = errors.store(error, at: index) else { return }
      _ = promise.tryReject(with: AggregateError(all, of: promise, by: .any))
    }
  }
}

/// Same as ``any(_:file:line:)-([Future<Value>],_,_)``, for promises passed as separate arguments.
@inlinable
public func any<Value: Sendable>(
  _ futures: Future<Value>...,
  file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<Value> {
  any(futures, file: file, line: line)
}
