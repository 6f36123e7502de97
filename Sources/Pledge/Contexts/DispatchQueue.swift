public import Dispatch

/// A queue runs each handler as a separate block; a serial queue runs them in order.
extension DispatchQueue: ExecutionContext {
  /// Runs `work` asynchronously on this queue (spec 3.6.7).
  ///
  /// - Parameter work: The work to run.
  public func run(_ work: @escaping @Sendable () -> Void) {
    async(execute: work)
  }
}

extension ExecutionContext where Self == DispatchQueue {
  /// The main queue.
  ///
  /// For a handler that accesses the state of the main actor, use `MainActor.shared` instead: the
  /// compiler understands its isolation.
  public static var main: DispatchQueue { DispatchQueue.main }

  /// Returns the global concurrent queue of the default quality of service.
  ///
  /// - Returns: The queue.
  public static func global() -> DispatchQueue { DispatchQueue.global() }
}
