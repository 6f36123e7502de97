internal import Dispatch
internal import Pledge

/// Starts `promise` and blocks the thread until it is settled.
///
///     async {
///       let id = try awaitPromise(fetchUserId())
///       print(id)
///     }
///
/// - Parameter promise: The promise to wait for. The code that settles it must not need this
///   thread: do not block the main thread if that code calls back there, and never block a thread
///   that tasks share.
/// - Returns: The value.
/// - Throws: The error.
@discardableResult
public func awaitPromise<T>(_ promise: Promise<T>) throws -> T {
  promise.start()
  // A settled promise may be waiting for this thread in order to call its blocks.
  if promise.result == nil {
    let settled = DispatchSemaphore(value: 0)
    promise.handled.observe { outcome in
      if case .failure(let error) = outcome, error.isBrokenPromise { return }
      settled.signal()
    }
    prepareToBlock()
    settled.wait()
  }
  if let error = promise.error { throw error }
  guard let value = promise.value else { throw PromiseError.unwrappingFailed }
  return value
}

/// Same as ``awaitPromise(_:)``, with a name that has since become a Swift keyword.
@available(*, deprecated, renamed: "awaitPromise")
@discardableResult
public func await<T>(_ promise: Promise<T>) throws -> T {
  try awaitPromise(promise)
}
