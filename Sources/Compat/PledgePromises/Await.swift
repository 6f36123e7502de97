internal import Dispatch
internal import Pledge

internal import struct PledgeCore.Nesting

/// Blocks the thread until `promise` is resolved.
///
///     Promise<Page>(on: .global()) {
///       let user = try awaitPromise(loadUser())
///       return try awaitPromise(loadPage(of: user))
///     }
///
/// To be called on a queue that nothing needs on which the promise depends: on the main queue it
/// never returns if a handler has to run there. Code that can be asynchronous awaits
/// `promise.pledge.value`.
///
/// For a broken promise that stays pending, this never returns; see
/// ``PromisesConfiguration/rejectsBrokenPromises``.
///
/// - Parameter promise: The promise to wait for.
/// - Returns: Its value.
/// - Throws: Its error.
public func awaitPromise<Value>(_ promise: Promise<Value>) throws -> Value {
  // A settled one may have handlers that wait for this thread, which an observer would have to follow.
  if promise.isPending {
    let resolved = DispatchSemaphore(value: 0)
    promise.handled.observe { outcome in
      if case .success = outcome { resolved.signal() }
    }
    Nesting.runDeferredBeforeBlocking()
    resolved.wait()
  }
  guard let outcome = promise.outcome else { preconditionFailure("woken by a pending promise") }
  return try outcome.get().received
}
