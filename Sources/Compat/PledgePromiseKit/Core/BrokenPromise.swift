internal import Pledge

/// The rejection of a promise that lost its resolver while
/// ``PMKConfiguration/rejectsBrokenPromises`` was off.
///
/// It never reaches a user of this module: a promise that is rejected with it looks pending, as a
/// promise of the original does. Every operator passes it on without running a handler.
struct BrokenPromise: Error {
  /// What Pledge rejects broken promises with.
  let reason: any Error
}

/// Returns the rejection of a promise that lost its resolver, and reports the loss through Pledge.
///
/// - Parameters:
///   - file: The file in which the promise was created, which the report names.
///   - line: The line of that file.
/// - Returns: The error, which the configuration decides about.
func brokenPromise(file: StaticString, line: UInt) -> any Error {
  let broken = waitingPromise(file: file, line: line)
  guard case .failure(let reason) = broken.result else { fatalError("a lost promise is rejected") }
  return brokenPromise(reason)
}

/// Returns the rejection of a promise that waited for a broken promise of Pledge.
///
/// - Parameter reason: The error of that promise.
/// - Returns: The error, which the configuration decides about.
func brokenPromise(_ reason: any Error) -> any Error {
  conf.rejectsBrokenPromises ? reason : BrokenPromise(reason: reason)
}

/// Returns a promise that has a consumer and has lost its resolver, which Pledge reports.
private func waitingPromise(file: StaticString, line: UInt) -> Pledge.Promise<Never> {
  let (promise, resolver) = Pledge.Promise<Never>.pending(file: file, line: line)
  promise.ignoringErrors()
  withExtendedLifetime(resolver) {}
  return promise
}

extension Error {
  /// This error as users of the original know it.
  var perceived: any Error { self is CycleError ? PMKError.returnedSelf : self }
}

extension Swift.Result {
  /// The reason why the promise is broken, if it looks pending because of that.
  var brokenPromise: BrokenPromise? {
    if case .failure(let error) = self { error as? BrokenPromise } else { nil }
  }
}

extension Pledge.Future {
  /// Whether this is broken and looks pending.
  var isBroken: Bool { result?.brokenPromise != nil }
}
