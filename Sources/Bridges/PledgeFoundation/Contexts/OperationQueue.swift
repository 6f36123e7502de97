public import Foundation
public import Pledge

/// Runs each handler as a separate operation; a serial queue runs them in order.
///
///     load(1).observe(on: OperationQueue.main) { print($0) }
///
/// If an operation is canceled before it runs, as by `cancelAllOperations()`, its promise is
/// rejected with `BrokenPromiseError`.
extension OperationQueue: ExecutionContext {
  /// Adds `work` as an operation that runs on a thread of this queue.
  ///
  /// Any thread.
  ///
  /// - Parameter work: The work to run.
  public func run(_ work: @escaping @Sendable () -> Void) {
    addOperation(work)
  }
}
