/// The default context, which runs handlers immediately (spec 3.2).
///
/// A handler runs on the thread that settles the promise, or within the registration if the promise
/// is already settled.
public struct ImmediateContext: ExecutionContext {
  /// Creates the context.
  @inlinable public init() {}

  /// Runs `work` before returning.
  ///
  /// - Parameter work: The work to run.
  @inlinable public func run(_ work: @escaping @Sendable () -> Void) {
    work()
  }
}

extension ExecutionContext where Self == ImmediateContext {
  /// A context that runs handlers immediately; see ``ImmediateContext``.
  @inlinable public static var immediate: ImmediateContext { ImmediateContext() }
}
