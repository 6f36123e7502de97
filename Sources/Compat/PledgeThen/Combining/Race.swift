internal import Pledge
internal import PledgeSupport

extension Promises {
  /// Returns a promise that settles like the first of `promises` to settle.
  ///
  /// - Parameter promises: The promises to race. Starting the returned promise starts them.
  /// - Returns: A dormant promise. It is rejected if `promises` is empty. A broken promise does not
  ///   count; if all are broken, so is the returned one.
  public static func race<T>(_ promises: Promise<T>...) -> Promise<T> {
    Promise(startedBy: {
      let remaining = Locked(promises.count)
      let never = Promise<T>.Inner()
      let members = promises.map { promise in
        promise.started.flatMapError { error in
          let isLast = remaining.withLock { count in
            count -= 1
            return count == 0
          }
          if isLast || !(error is BrokenPromiseError) { throw error }
          return never
        }
      }
      // Retained until the race is over, because it would break otherwise.
      return Pledge.race(members).ensure { withExtendedLifetime(never) {} }
    })
  }
}
