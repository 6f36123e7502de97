import Pledge
import PledgeTestSupport
import Testing

/// Returns the rejections that are reported while `body` runs.
///
/// The hook is process-wide, so use this only in the bodies of exit tests.
func reports(_ body: () async -> Void) async -> [UnhandledRejections.Report] {
  let log = Log<UnhandledRejections.Report>()
  UnhandledRejections.handle { log.add($0) }
  await body()
  UnhandledRejections.print()
  return log.entries
}

/// Expects that as many rejections are reported while `body` runs; also for exit tests alone.
func expectReports(
  _ count: Int,
  at location: SourceLocation = #_sourceLocation,
  _ body: () async -> Void
) async {
  let reports = await reports(body)
  #expect(reports.count == count, sourceLocation: location)
}

/// Returns a promise rejected with `error`, for the caller to drop.
func rejected(with error: any Error = Broken()) -> Promise<Int> {
  let promise = Promise<Int>()
  promise.reject(error)
  return promise
}

/// Returns a promise and the source location of its creation.
func promiseAndPlace() -> (promise: Promise<Int>, place: String) {
  (Promise(), "\(#fileID):\(#line)")
}

extension UnhandledRejections.Report {
  /// The source location in the report.
  var place: String { "\(fileID):\(line)" }
}
