package import Pledge

/// Collects the errors that are reported as unhandled while `body` runs.
///
/// Reports of concurrent tests are included if they come from the same files.
///
/// - Parameters:
///   - files: A prefix of the file in which the reported promises were created, such as
///     `PledgeThen` for a module and its tests; by default, the file of the caller.
///   - body: Breaks or rejects its promises before it returns.
/// - Returns: The errors, in order.
/// - Throws: Rethrows errors of `body`.
package func reports(
  from files: String = #fileID,
  during body: () throws -> Void
) rethrows -> [any Error] {
  let listener = Listener(files: files)
  let installation = Diagnostics.install(listener)
  defer { installation.remove() }
  try body()
  return listener.errors.entries
}

/// Handles all further reports of this process, for a test that runs in a process of its own.
package func handledReports() -> Log<UnhandledRejections.Report> {
  let reports = Log<UnhandledRejections.Report>()
  UnhandledRejections.handle { reports.add($0) }
  return reports
}

private struct Listener: PromiseObserver {
  let files: String
  let errors = Log<any Error>()

  func observe(_ event: PromiseEvent) {
    if case .unhandled(let error) = event.kind, event.fileID.hasPrefix(files) { errors.add(error) }
  }
}
