public import PledgeCore

/// Returns a promise that settles with the first outcome of `futures` (spec 11.3).
///
///     race([primary.load(1), mirror.load(1)]).observe { print($0) }
///
/// The first outcome detaches the returned promise from the other promises. Work that has no other
/// consumer is discarded. A promise that never settles retains nothing of the race. If several
/// promises are already settled, the first one in `futures` counts. Discarding the returned promise
/// detaches it from all promises. Rejects with ``EmptyInputError`` if `futures` is empty.
///
/// - Parameters:
///   - futures: The promises to wait for.
///   - file: The source file shown in diagnostics.
///   - line: The source line shown in diagnostics.
/// - Returns: A promise for the first outcome.
/// - Complexity: O(*n*), where *n* is the number of promises.
@inlinable
public func race<Value: Sendable>(
  _ futures: [Future<Value>],
  file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<Value> {
  let site = Site(file, line)
  guard !futures.isEmpty else {
    let error = EmptyInputError(from: .race, at: site)
    return Promise(rejectedWith: error, at: site, by: .race)
  }
  let promise = Promise<Value>(dependentAt: site, by: .race)
  return promise.depending(on: futures) { _ in FirstOutcome(promise: promise) }
}

/// Same as ``race(_:file:line:)-([Future<Value>],_,_)``, for promises passed as separate arguments.
@inlinable
public func race<Value: Sendable>(
  _ futures: Future<Value>...,
  file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<Value> {
  race(futures, file: file, line: line)
}
