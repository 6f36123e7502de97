internal import Pledge

extension Promise {
  /// Runs the work of the promise again where that rejects it; starts nothing.
  ///
  /// Only then is the promise rejected, with the last error. A derived promise has no work of its own:
  /// call this where the work is.
  ///
  ///     Promise<User> { resolve, reject in sdk.load { resolve($0) } }.retry(3).then { show($0) }
  ///
  /// - Parameter nbOfTimes: How often the work may run in all, at least once.
  /// - Returns: This promise; a new one for what is left of the runs if this has failed already; with
  ///   no run at all, a dormant one that will be rejected with ``PromiseError/retryInvalidInput``.
  public func retry(_ nbOfTimes: UInt) -> Promise<T> {
    guard nbOfTimes > 0 else { return .reject(PromiseError.retryInvalidInput) }
    guard let left = source?.allow(nbOfTimes), error != nil else { return self }
    return Promise(work: left.work, runs: left.runs)
  }
}
