public import Foundation
public import Pledge

/// Runs handlers as operations; a serial queue runs them in order.
///
///     load(1).observe(on: OperationQueue.main) { print($0) }
///
/// If an operation is canceled before it runs, as by `cancelAllOperations()`, its promise is
/// rejected with `BrokenPromiseError`.
///
/// Up to 16 consecutive stages on the same queue share an operation, unless the queue is suspended
/// (spec 3.6.8, 3.6.9). Canceling operations does not affect the handlers that share one that is
/// running. To add each handler as a separate operation, use
/// ``/Pledge/ExecutionContext/separateJobs``.
extension OperationQueue: ExecutionContext {
  /// Adds `work` as an operation that runs on a thread of this queue.
  ///
  /// Any thread.
  ///
  /// - Parameter work: The work to run.
  public func run(_ work: @escaping @Sendable () -> Void) {
    addOperation(work)
  }

  /// This queue itself; `nil` while it is suspended, so that later handlers wait.
  public var executionIdentity: AnyObject? { isSuspended ? nil : self }
}
