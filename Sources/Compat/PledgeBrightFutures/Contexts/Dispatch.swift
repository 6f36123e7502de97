public import Dispatch
public import Foundation
internal import Pledge

extension DispatchQueue {
  /// A context that submits each task to this queue asynchronously.
  @preconcurrency public var context: ExecutionContext {
    { task in self.async(execute: task) }
  }

  /// Returns a future for the value that `execute` returns, which runs on this queue.
  @preconcurrency
  public func asyncValue<T>(_ execute: @escaping @Sendable () -> T) -> Future<T, Never> {
    asyncResult { .success(execute()) }
  }

  /// Same as `asyncValue(_:)`, for a result.
  @preconcurrency
  public func asyncResult<T, E>(
    _ execute: @escaping @Sendable () -> Result<T, E>
  ) -> Future<T, E> {
    Future(Core(running: execute, on: self))
  }

  /// Same as `asyncValue(_:)`, except that `execute` runs at `deadline`.
  @preconcurrency
  public func asyncValueAfter<T>(
    _ deadline: DispatchTime,
    execute: @escaping @Sendable () -> T
  ) -> Future<T, Never> {
    Future(Core(running: { .success(execute()) }, on: Alarm(queue: self) { deadline }))
  }
}

extension DispatchSemaphore {
  /// A context that runs each task synchronously, between a wait and a signal.
  @preconcurrency public var context: ExecutionContext {
    { task in
      self.wait()
      task()
      self.signal()
    }
  }
}

extension OperationQueue {
  /// A context that runs each task as an operation of this queue.
  ///
  /// It does not retain the queue; once the queue is released, tasks are dropped.
  @preconcurrency public var context: ExecutionContext {
    { [weak self] task in self?.addOperation(BlockOperation(block: task)) }
  }
}

/// A queue with a deadline that is computed when the job is submitted.
struct Alarm: Pledge.ExecutionContext {
  let queue: DispatchQueue
  let time: @Sendable () -> DispatchTime

  func run(_ work: @escaping @Sendable () -> Void) {
    queue.asyncAfter(deadline: time(), execute: work)
  }
}
