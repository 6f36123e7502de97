public import Dispatch
public import Foundation
internal import Pledge

extension DispatchQueue {
  /// Runs each task as a block of this queue, later.
  @preconcurrency public var context: ExecutionContext {
    { task in self.async(execute: task) }
  }

  /// Runs `execute` on this queue.
  ///
  /// - Parameter execute: The work.
  /// - Returns: A future of what it returns, completed on this queue.
  @preconcurrency
  public func asyncValue<T>(_ execute: @escaping @Sendable () -> T) -> Future<T, Never> {
    asyncResult { .success(execute()) }
  }

  /// Runs `execute` on this queue.
  ///
  /// - Parameter execute: The work.
  /// - Returns: A future with the result that it returns, completed on this queue.
  @preconcurrency
  public func asyncResult<T, E>(
    _ execute: @escaping @Sendable () -> Result<T, E>
  ) -> Future<T, E> {
    Future(Core(running: execute, on: self))
  }

  /// Runs `execute` on this queue once `deadline` has come.
  ///
  /// - Parameters:
  ///   - deadline: When to run it.
  ///   - execute: The work.
  /// - Returns: A future of what it returns, completed on this queue.
  @preconcurrency
  public func asyncValueAfter<T>(
    _ deadline: DispatchTime,
    execute: @escaping @Sendable () -> T
  ) -> Future<T, Never> {
    Future(Core(running: { .success(execute()) }, on: Alarm(queue: self) { deadline }))
  }
}

extension DispatchSemaphore {
  /// Runs each task before it returns, between a wait and a signal.
  @preconcurrency public var context: ExecutionContext {
    { task in
      self.wait()
      task()
      self.signal()
    }
  }
}

extension OperationQueue {
  /// Runs each task as an operation of this queue, which it does not keep; without it, tasks are dropped.
  @preconcurrency public var context: ExecutionContext {
    { [weak self] task in self?.addOperation(BlockOperation(block: task)) }
  }
}

/// A queue at a certain time, which is asked for when the job comes.
struct Alarm: Pledge.ExecutionContext {
  let queue: DispatchQueue
  let time: @Sendable () -> DispatchTime

  func run(_ work: @escaping @Sendable () -> Void) {
    queue.asyncAfter(deadline: time(), execute: work)
  }
}
