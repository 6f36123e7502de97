/// Returns a promise for what `combine` makes of all values, one after the other in the order given
/// (spec 11.8).
///
///     let length = reduce(ids.map(load), 0) { $0 + $1.name.count }
///
/// Nothing gives `initial`. The first rejection rejects it at once; the others go on, with one
/// consumer less, and `combine` does not run. The same goes for a discard.
///
/// - Parameters:
///   - futures: The promises to wait for.
///   - initial: What the first value is combined with.
///   - file: The place that reports name.
///   - line: The line of that place.
///   - combine: Runs once there are all values, on the thread that settles the last of `futures`, or at
///     once; if it throws, the returned promise is rejected.
/// - Returns: A promise for the last result of `combine`.
/// - Complexity: O(*n*) in the number of promises.
public func reduce<Value: Sendable, Result: Sendable>(
  _ futures: [Future<Value>],
  _ initial: Result,
  file: StaticString = #fileID,
  line: UInt = #line,
  _ combine: @escaping @Sendable (Result, Value) throws -> Result
) -> Promise<Result> {
  all(futures, file: file, line: line).map { try $0.reduce(initial, combine) }
}
