/// Returns a promise for the result of combining the values of all `futures` with `combine`, in
/// order (spec 11.8).
///
///     let length = reduce(ids.map(load), 0) { $0 + $1.name.count }
///
/// The first rejection rejects the returned promise immediately and detaches it from the other
/// promises. Discarding the returned promise detaches it from all promises. In either case,
/// `combine` is not called. Fulfills with `initial` if `futures` is empty.
///
/// - Parameters:
///   - futures: The promises to wait for.
///   - initial: The value that the first value is combined with.
///   - file: The source file shown in diagnostics.
///   - line: The source line shown in diagnostics.
///   - combine: A closure that combines the result so far with the next value. Runs once all values
///     are available, on the thread that settles the last promise, or immediately if all promises
///     are already settled. If it throws, the returned promise is rejected with the error.
/// - Returns: A promise for the last result of `combine`.
/// - Complexity: O(*n*), where *n* is the number of promises.
public func reduce<Value: Sendable, Result: Sendable>(
  _ futures: [Future<Value>],
  _ initial: Result,
  file: StaticString = #fileID,
  line: UInt = #line,
  _ combine: @escaping @Sendable (Result, Value) throws -> Result
) -> Promise<Result> {
  all(futures, file: file, line: line).map { try $0.reduce(initial, combine) }
}
