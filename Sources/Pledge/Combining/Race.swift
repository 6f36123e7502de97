public import PledgeCore

/// Returns a promise that settles as the first of `futures` that does (spec 11.3).
///
///     race([primary.load(1), mirror.load(1)]).observe { print($0) }
///
/// The others lose this consumer; work that nobody else waits for is discarded, and nothing of the
/// race stays with a promise that never settles. Of several that are settled already, the first one
/// counts. Discarding it leaves every promise. Nothing rejects with ``EmptyInputError``.
///
/// - Parameters:
///   - futures: The promises to watch.
///   - file: The place that reports name.
///   - line: The line of that place.
/// - Returns: A promise for the first outcome.
/// - Complexity: O(*n*) in the number of promises.
@inlinable
public func race<Value: Sendable>(
  _ futures: [Future<Value>],
  file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<Value> {
  let site = Site(file, line)
  guard !futures.isEmpty else {
    return Promise(rejectedWith: EmptyInputError(), at: site, by: .race)
  }
  return FirstOutcome(at: site).combining(futures)
}

/// Settles as the first of its members.
@usableFromInline final class FirstOutcome<Value: Sendable>: Combiner {
  @usableFromInline let promise: Promise<Value>

  @inlinable init(at site: Site) {
    promise = Promise(dependentAt: site, by: .race)
  }

  @inlinable func receive(_ outcome: Result<Value, any Error>, at _: Int) {
    _ = promise.settle(with: outcome)
  }
}

/// Same as ``race(_:file:line:)-([Future<Value>],_,_)``, for promises that are named one by one.
@inlinable
public func race<Value: Sendable>(
  _ futures: Future<Value>...,
  file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<Value> {
  race(futures, file: file, line: line)
}
