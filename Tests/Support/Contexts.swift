import Pledge

/// A context that drops its jobs.
package struct DroppingContext: ExecutionContext {
  /// Creates the context.
  package init() {}

  package func run(_: @escaping @Sendable () -> Void) {}
}

/// A context that runs every job on a new thread and waits for it.
package struct ThreadContext: ExecutionContext {
  /// Creates the context.
  package init() {}

  package func run(_ work: @escaping @Sendable () -> Void) { onThread(work) }
}
