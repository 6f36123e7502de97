internal import Pledge

internal import class PledgeCore.Locked

extension Promises {
  /// Returns a promise that settles as the first of `promises` does.
  ///
  /// - Parameter promises: They are started when it is.
  /// - Returns: A dormant promise. Of no promises at all it is rejected. A broken promise does not count;
  ///   if all are broken, so is the returned one.
  public static func race<T>(_ promises: Promise<T>...) -> Promise<T> {
    Promise(startedBy: {
      let runningStill = Locked(promises.count)
      let never = Promise<T>.Inner()
      let runners = promises.map { promise in
        promise.started.flatMapError { error in
          let isLast = runningStill.withLock { count in
            count -= 1
            return count == 0
          }
          if isLast || !(error is BrokenPromiseError) { throw error }
          return never
        }
      }
      // Kept until the race is over, since it would be lost, too.
      return Pledge.race(runners).ensure { withExtendedLifetime(never) {} }
    })
  }
}
