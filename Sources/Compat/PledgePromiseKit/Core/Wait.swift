internal import Dispatch
internal import Foundation

internal import struct PledgeCore.Nesting

extension Promise {
  /// Blocks the thread until this is settled.
  ///
  /// On the main thread that is logged. A handler that waits for the main queue does not run while
  /// this blocks it. Nor do those that wait for the end of the handler that calls this: in one
  /// without a queue, do not wait for what is derived from its promise. If the promise is broken, it
  /// blocks for ever, unless ``PMKConfiguration/rejectsBrokenPromises`` is on.
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
  /// Blocks the thread until this is resolved.
  ///
  /// On the main thread that is logged. A handler that waits for the main queue does not run while
  /// this blocks it. Nor do those that wait for the end of the handler that calls this: in one
  /// without a queue, do not wait for what is derived from its guarantee. If nothing can resolve this any
  /// more, it blocks for ever.
  ///
  /// - Returns: The value.
  public func wait() -> T {
    guard case .fulfilled(let value) = blockingWait() else {
      fatalError("a guarantee was rejected")
    }
    return value
  }
}

extension Thenable {
  fileprivate func blockingWait() -> Result<T> {
    if isOnMain { conf.logHandler(.waitOnMainThread) }
    // Looked at first: within one of its handlers, another one would wait for the end of that.
    if let result { return result }
    let settled = DispatchSemaphore(value: 0)
    pipe { _ in settled.signal() }
    Nesting.runDeferredBeforeBlocking()
    settled.wait()
    guard let result else { fatalError("a handler ran before its promise was settled") }
    return result
  }
}

/// Whether this is the main thread, or the main queue, which on Linux leaves that thread once an
/// asynchronous `main` has suspended.
private var isOnMain: Bool {
  Thread.isMainThread || DispatchQueue.getSpecific(key: mainQueueMark) != nil
}

private let mainQueueMark = {
  let mark = DispatchSpecificKey<Void>()
  DispatchQueue.main.setSpecific(key: mark, value: ())
  return mark
}()
