/// Same as ``all(_:file:line:)->Promise<[Value]>``, and reports to `progress` how many are fulfilled.
///
///     let uploads = all(files.map(upload), progress: monitor)
///
/// If `progress` has parts, their reports count instead, which are finer (spec 17.4.2).
///
/// - Parameters:
///   - futures: The promises to wait for.
///   - progress: What is told of each value, and finished with the last one; if a promise is rejected,
///     it stays where it stands.
///   - file: The place that reports name.
///   - line: The line of that place.
/// - Returns: A promise for every value.
public func all<Value: Sendable>(
  _ futures: [Future<Value>],
  progress: ProgressMonitor,
  file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<[Value]> {
  let count = progress.counter(upTo: futures.count)
  let counted = futures.map { $0.tap { _ in count() } }
  return all(counted, file: file, line: line).reporting(to: progress)
}
