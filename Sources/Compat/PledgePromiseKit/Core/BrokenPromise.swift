internal import Pledge

/// The rejection of a promise whose resolver was deallocated while
/// ``PMKConfiguration/rejectsBrokenPromises`` was off.
///
/// It is never visible to clients of this module: a promise that is rejected with it looks pending,
/// as in the original. Every operator passes it on without running a handler.
struct BrokenPromise: Error {
  /// The error with which Pledge rejects broken promises.
  let reason: any Error
}

/// Returns the rejection of a promise whose resolver was deallocated, and reports the broken
/// promise through Pledge.
///
/// - Parameters:
///   - file: The file in which the promise was created, for the report.
///   - line: The line on which the promise was created, for the report.
/// - Returns: An error that depends on the configuration.
func brokenPromise(file: StaticString, line: UInt) -> any Error {
  let broken = waitingPromise(file: file, line: line)
  guard case .failure(let reason) = broken.result else { fatalError("the promise is pending") }
  return brokenPromise(reason)
}

/// Returns the rejection of a promise that waited for a broken Pledge promise.
///
/// - Parameter reason: The rejection of the Pledge promise.
/// - Returns: An error that depends on the configuration.
func brokenPromise(_ reason: any Error) -> any Error {
  conf.rejectsBrokenPromises ? reason : BrokenPromise(reason: reason)
}

/// Returns a promise with a consumer and without a resolver, which Pledge reports as broken.
private func waitingPromise(file: StaticString, line: UInt) -> Pledge.Promise<Never> {
  let (promise, resolver) = Pledge.Promise<Never>.pending(file: file, line: line)
  promise.ignoringErrors()
  withExtendedLifetime(resolver) {}
  return promise
}

extension Error {
  /// This error as clients of the original know it.
  var perceived: any Error { self is CycleError ? PMKError.returnedSelf : self }
}

extension Swift.Result {
  /// The reason why the promise is broken, if it therefore looks pending.
  var brokenPromise: BrokenPromise? {
    if case .failure(let error) = self { error as? BrokenPromise } else { nil }
  }
}

extension Pledge.Future {
  /// Whether this is broken and looks pending.
  var isBroken: Bool { result?.brokenPromise != nil }
}
