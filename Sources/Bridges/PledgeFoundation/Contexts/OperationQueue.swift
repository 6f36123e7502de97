public import Foundation
public import Pledge

/// A queue runs each handler as an operation of its own, in order if it runs one at a time.
///
///     load(1).observe(on: OperationQueue.main) { print($0) }
///
/// An operation that is cancelled before it runs, as by `cancelAllOperations()`, rejects the promise
/// that waits for it with `BrokenPromiseError`.
extension OperationQueue: ExecutionContext {
  /// Adds `work` as an operation, which runs on a thread of this queue.
  ///
  /// Any thread.
  ///
  /// - Parameter work: What to run.
  public func run(_ work: @escaping @Sendable () -> Void) {
    addOperation(work)
  }
}
