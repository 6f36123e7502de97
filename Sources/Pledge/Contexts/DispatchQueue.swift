public import Dispatch

/// A queue runs each handler as a block of its own, in order if it is serial.
extension DispatchQueue: ExecutionContext {
  /// Runs `work` asynchronously, on this queue (spec 3.6.7).
  ///
  /// - Parameter work: What to run.
  public func run(_ work: @escaping @Sendable () -> Void) {
    async(execute: work)
  }
}

extension ExecutionContext where Self == DispatchQueue {
  /// The main queue.
  ///
  /// A handler that touches the main actor's state takes `MainActor.shared` instead, which the
  /// compiler understands.
  public static var main: DispatchQueue { DispatchQueue.main }

  /// The global concurrent queue of the default quality of service.
  ///
  /// - Returns: The queue.
  public static func global() -> DispatchQueue { DispatchQueue.global() }
}
