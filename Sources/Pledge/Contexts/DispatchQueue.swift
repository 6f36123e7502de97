public import Dispatch

/// A queue runs handlers as blocks; a serial queue runs them in order.
///
/// Up to 16 consecutive stages on the same queue share a block (spec 3.6.8, 3.6.9). Suspending the
/// queue takes effect after the block that is running. To submit each handler as a separate block,
/// use ``/Pledge/ExecutionContext/separateJobs``.
extension DispatchQueue: ExecutionContext {
  /// Runs `work` asynchronously on this queue (spec 3.6.7).
  ///
  /// - Parameter work: The work to run.
  public func run(_ work: @escaping @Sendable () -> Void) {
    async(execute: work)
  }

  /// This queue itself: queues with the same target are different contexts.
  ///
  /// Outside of Apple's platforms, each use of `DispatchQueue.main` or `global()` creates another
  /// object for the same queue. There, handlers share a block only if their stages were given the
  /// same object.
  public var executionIdentity: AnyObject? { self }
}

extension ExecutionContext where Self == DispatchQueue {
  /// The main queue, which the compiler does not know to be the main actor's.
  @available(
    *,
    deprecated,
    message: "Use 'on: MainActor.shared' for the actor, or 'on: DispatchQueue.main' for the queue."
  )
  public static var main: DispatchQueue { DispatchQueue.main }

  /// Returns the global concurrent queue of the default quality of service.
  ///
  /// - Returns: The queue.
  public static func global() -> DispatchQueue { DispatchQueue.global() }
}
