internal import Dispatch
internal import Foundation
internal import Pledge

extension Promise {
  /// Blocks the thread until this is settled.
  ///
  /// Logs a warning on the main thread. While this blocks the main queue, no handler on that queue
  /// runs. Handlers that wait for the calling handler to return do not run either: in a handler
  /// without a queue, do not wait for promises derived from its promise. Blocks forever if the
  /// promise is broken, unless ``PMKConfiguration/rejectsBrokenPromises`` is on.
  ///
  /// - Returns: The value.
  /// - Throws: The error.
  public func wait() throws -> T {
    switch blockingWait() {
    case .fulfilled(let value): return value
    case .rejected(let error): throw error
    }
  }
}

extension Guarantee {
  /// Same as ``Promise/wait()``; blocks forever if nothing can resolve this anymore.
  public func wait() -> T {
    guard case .fulfilled(let value) = blockingWait() else {
      fatalError("a guarantee was rejected")
    }
    return value
  }
}

extension Thenable {
  fileprivate func blockingWait() -> Result<T> {
    if Thread.isMainThread || isOnMainQueue { conf.logHandler(.waitOnMainThread) }
    // Checked first: within a handler of this promise, another handler would wait for that one to
    // return.
    if let result { return result }
    let settled = DispatchSemaphore(value: 0)
    pipe { _ in settled.signal() }
    prepareToBlock()
    settled.wait()
    guard let result else { fatalError("a handler ran before its promise was settled") }
    return result
  }
}
