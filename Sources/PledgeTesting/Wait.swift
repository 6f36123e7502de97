internal import Dispatch
internal import Foundation
public import Pledge

internal import struct PledgeCore.Nesting

extension Future {
  /// Blocks the thread until this promise is settled, for tests whose code is not asynchronous.
  ///
  ///     let user = try load(1).wait(timeout: .seconds(5))
  ///
  /// To be called on a thread or a queue of one's own. On the main thread and in a task it is refused
  /// with ``BlockingWaitError``, even where the promise is settled already: who blocks those may wait
  /// for what cannot run before they go on. At the limit it leaves the promise, as
  /// ``/Pledge/Future/timeout(after:clock:)`` does, and the work is discarded if nobody else waits for it.
  ///
  /// - Parameter limit: The real time there is; none at all, and only what is settled has a value.
  /// - Returns: The value.
  /// - Throws: The error; ``/Pledge/TimeoutError`` at the limit; ``BlockingWaitError``.
  @available(*, noasync, message: "Await 'value' instead.")
  public final func wait(timeout limit: Duration) throws -> Value {
    if let refusal = BlockingWaitError.here { throw refusal }
    // Looked at first: in one of its own handlers, an observer would have to wait for the end of that.
    if let result { return try result.get() }
    let settled = DispatchSemaphore(value: 0)
    let observer = observe { _ in settled.signal() }
    Nesting.runDeferredBeforeBlocking()
    _ = settled.wait(timeout: .now() + limit / .seconds(1))
    guard let result else {
      observer.discard()
      throw TimeoutError(limit: limit)
    }
    return try result.get()
  }
}

/// The refusal of `wait(timeout:)` to block what must not be blocked.
public enum BlockingWaitError: Error, CustomStringConvertible {
  /// It was called on the main thread, or on the main queue.
  case onMainThread
  /// It was called in a task.
  case inTask

  /// Where it was called, and what to do instead.
  public var description: String {
    switch self {
    case .onMainThread:
      "wait(timeout:) would block the main thread: await 'value', or call it on another thread"
    case .inTask: "wait(timeout:) would block a thread that tasks share: await 'value'"
    }
  }

  fileprivate static var here: BlockingWaitError? {
    if Thread.isMainThread || DispatchQueue.getSpecific(key: mainQueueMark) != nil {
      return .onMainThread
    }
    // Only a task has one.
    return Task<Never, Never>.basePriority == nil ? nil : .inTask
  }

  /// What marks the main queue, which on Linux leaves the main thread once `main` has suspended.
  private static let mainQueueMark = {
    let mark = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: mark, value: ())
    return mark
  }()
}
