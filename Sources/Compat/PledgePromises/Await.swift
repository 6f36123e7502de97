internal import Dispatch
internal import Pledge

/// Blocks the thread until `promise` is resolved.
///
///     Promise<Page>(on: .global()) {
///       let user = try awaitPromise(loadUser())
///       return try awaitPromise(loadPage(of: user))
///     }
///
/// Call this only on a queue that the promise does not depend on: on the main queue, it never
/// returns if a handler has to run there. Asynchronous code should await `promise.pledge.value`
/// instead.
///
/// Never returns for a broken promise that stays pending; see
/// ``PromisesConfiguration/rejectsBrokenPromises``.
///
/// - Parameter promise: The promise to wait for.
/// - Returns: Its value.
/// - Throws: Its error.
public func awaitPromise<Value>(_ promise: Promise<Value>) throws -> Value {
  // A settled promise may have handlers that wait for this thread; an observer would run after
  // them.
  if promise.isPending {
    let resolved = DispatchSemaphore(value: 0)
    promise.handled.observe { outcome in
      if case .success = outcome { resolved.signal() }
    }
    prepareToBlock()
    resolved.wait()
  }
  guard let outcome = promise.outcome else { preconditionFailure("the promise is still pending") }
  return try outcome.get().received
}
