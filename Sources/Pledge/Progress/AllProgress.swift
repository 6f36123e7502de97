/// Returns a promise for all values, like ``all(_:file:line:)->Promise<[Value]>``, and reports to
/// `progress` how many promises are fulfilled.
///
///     let uploads = all(files.map(upload), progress: monitor)
///
/// If `progress` has parts, their finer reports count instead (spec 17.4.2).
///
/// - Parameters:
///   - futures: The promises to wait for.
///   - progress: The monitor that receives a report for each value and is finished with the last
///     one. If a promise is rejected, the fraction of the monitor stays unchanged. `futures` must
///     not wait for an observation of the monitor.
///   - file: The source file shown in diagnostics.
///   - line: The source line shown in diagnostics.
/// - Returns: A promise for all values.
public func all<Value: Sendable>(
  _ futures: [Future<Value>],
  progress: ProgressMonitor,
  file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<[Value]> {
  let count = progress.counter(upTo: futures.count)
  let counted = futures.map { $0.onValue(count) }
  return all(counted, file: file, line: line).reporting(to: progress)
}
