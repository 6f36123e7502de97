internal import Dispatch
internal import Foundation
public import Pledge

extension Future {
  /// Blocks the current thread until this promise is settled, for tests that are not asynchronous.
  ///
  ///     let user = try load(1).wait(timeout: .seconds(5))
  ///
  /// Call this method on your own thread or queue. On the main thread and in a task, it throws
  /// ``BlockingWaitError``, even if the promise is already settled: blocking those may prevent the
  /// work that the call waits for. At the limit, it detaches from the promise like
  /// ``/Pledge/Future/timeout(after:orThrow:clock:)``, and the work is discarded if it has no other
  /// consumers.
  ///
  /// - Parameter limit: The maximum real time to wait. If it is zero, only a settled promise has a
  ///   value.
  /// - Returns: The value.
  /// - Throws: The error of a rejection; ``/Pledge/TimeoutError`` at the limit;
  ///   ``BlockingWaitError``.
  @available(*, noasync, message: "Await 'value' instead.")
  public final func wait(timeout limit: Duration) throws -> Value {
    if let error = BlockingWaitError.here { throw error }
    // Checked first: inside one of the promise's own handlers, an observer would be called only
    // after the handler has returned.
    if let result { return try result.get() }
    let settled = DispatchSemaphore(value: 0)
    let observer = observe { _ in settled.signal() }
    prepareToBlock()
    _ = settled.wait(timeout: .now() + limit / .seconds(1))
    guard let result else {
      observer.discard()
      throw TimeoutError(limit: limit)
    }
    return try result.get()
  }
}

/// An error that indicates that `wait(timeout:)` was called where blocking is not allowed.
public enum BlockingWaitError: Error, CustomStringConvertible {
  /// The call was made on the main thread or the main queue.
  case onMainThread
  /// The call was made in a task.
  case inTask

  /// A description of the error, with an alternative to the call.
  public var description: String {
    switch self {
    case .onMainThread:
      "wait(timeout:) would block the main thread: await 'value', or call it on another thread"
    case .inTask: "wait(timeout:) would block a thread that tasks share: await 'value'"
    }
  }

  /// The error for a call on the current thread; `nil` if blocking it is allowed.
  fileprivate static var here: BlockingWaitError? {
    if Thread.isMainThread || isOnMainQueue { return .onMainThread }
    // Only a task has a base priority.
    return Task<Never, Never>.basePriority == nil ? nil : .inTask
  }
}
