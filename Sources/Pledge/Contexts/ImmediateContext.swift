/// Runs handlers at once: on the thread that settles the promise, or within the registration if it
/// is settled already (spec 3.2).
///
/// The default.
public struct ImmediateContext: ExecutionContext {
  /// Creates the context.
  @inlinable public init() {}

  /// Runs `work` before returning.
  ///
  /// - Parameter work: What to run.
  @inlinable public func run(_ work: @escaping @Sendable () -> Void) {
    work()
  }
}

extension ExecutionContext where Self == ImmediateContext {
  /// Runs handlers at once; see ``ImmediateContext``.
  @inlinable public static var immediate: ImmediateContext { ImmediateContext() }
}
