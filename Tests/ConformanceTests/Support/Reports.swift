import Pledge

/// Returns what is reported while `body` runs.
///
/// There is one hook for the whole process, so this is for the bodies of exit tests.
func reports(_ body: () async -> Void) async -> [UnhandledRejections.Report] {
  let log = Log<UnhandledRejections.Report>()
  UnhandledRejections.handle { log.add($0) }
  await body()
  UnhandledRejections.print()
  return log.entries
}

/// A promise that is rejected with `error`, to be dropped.
func rejected(with error: any Error = Broken()) -> Promise<Int> {
  let promise = Promise<Int>()
  promise.reject(error)
  return promise
}

/// A promise and the place where it is made.
func promiseAndPlace() -> (promise: Promise<Int>, place: String) {
  (Promise(), "\(#fileID):\(#line)")
}

extension UnhandledRejections.Report {
  /// The place it names.
  var place: String { "\(fileID):\(line)" }
}
