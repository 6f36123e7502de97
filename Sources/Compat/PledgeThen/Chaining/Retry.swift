extension Promise {
  /// Runs the work of the promise again if it fails.
  ///
  /// Does not start the promise.
  ///
  /// The promise is rejected once no run is left, with the last error. A derived promise has no
  /// work of its own: call this on the promise that was created with the work.
  ///
  ///     Promise<User> { resolve, reject in sdk.load { resolve($0) } }.retry(3).then { show($0) }
  ///
  /// - Parameter nbOfTimes: The total number of runs, at least one.
  /// - Returns: This promise, or a new one for the remaining runs if this one has already failed.
  ///   If `nbOfTimes` is 0, a dormant promise that will be rejected with
  ///   ``PromiseError/retryInvalidInput``.
  public func retry(_ nbOfTimes: UInt) -> Promise<T> {
    guard nbOfTimes > 0 else { return .reject(PromiseError.retryInvalidInput) }
    guard let remaining = source?.allow(nbOfTimes), error != nil else { return self }
    return Promise(work: remaining.work, runs: remaining.runs)
  }
}
