internal import Dispatch
internal import Pledge

internal import struct PledgeCore.Nesting

/// Starts `promise`, and blocks the thread until it is settled.
///
///     async {
///       let id = try awaitPromise(fetchUserId())
///       print(id)
///     }
///
/// - Parameter promise: What to wait for. What settles it must not need this thread: not the main one if
///   it calls back there, and never one that tasks share.
/// - Returns: The value.
/// - Throws: The error.
@discardableResult
public func awaitPromise<T>(_ promise: Promise<T>) throws -> T {
  promise.start()
  // One that is settled may be waiting for this thread, to call the blocks that it has.
  if promise.inner.isPending || promise.isBroken {
    let settled = DispatchSemaphore(value: 0)
    promise.inner.observe { outcome in
      if case .failure(let error) = outcome, error.isBrokenPromise { return }
      settled.signal()
    }
    Nesting.runDeferredBeforeBlocking()
    settled.wait()
  }
  if let error = promise.error { throw error }
  guard let value = promise.value else { throw PromiseError.unwrappingFailed }
  return value
}

/// Same as ``awaitPromise(_:)``, by a name that Swift has taken since.
@available(*, deprecated, renamed: "awaitPromise")
@discardableResult
public func await<T>(_ promise: Promise<T>) throws -> T {
  try awaitPromise(promise)
}
