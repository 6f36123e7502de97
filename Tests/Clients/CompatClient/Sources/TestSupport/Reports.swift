public import Pledge

/// Collects the errors that are reported as unheard while `body` runs.
///
/// Those of other tests are among them if they come from the same files at the same time.
///
/// - Parameters:
///   - files: What the files begin with where the promises were made whose reports count, as
///     `PledgeThen` for a module and its tests; by default the file of the caller.
///   - body: What loses its promises before it returns.
/// - Returns: The errors, in order.
/// - Throws: What `body` throws.
public func reports(
  from files: String = #fileID,
  during body: () throws -> Void
) rethrows -> [any Error] {
  let listener = Listener(files: files)
  let installation = Diagnostics.install(listener)
  defer { installation.remove() }
  try body()
  return listener.errors.entries
}

/// Handles all reports of this process from now on, for a test that has a process of its own.
public func handledReports() -> Log<UnhandledRejections.Report> {
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
