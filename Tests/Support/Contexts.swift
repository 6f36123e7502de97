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

/// A manual context whose jobs run the handlers of consecutive stages.
package final class SharingContext: ExecutionContext {
  private let jobs = Locked<[@Sendable () -> Void]>([])

  /// Creates a context without jobs.
  package init() {}

  package func run(_ work: @escaping @Sendable () -> Void) {
    jobs.withLock { $0.append(work) }
  }

  package var executionIdentity: AnyObject? { self }

  /// The number of waiting jobs.
  package var count: Int { jobs.withLock { $0.count } }

  /// Runs the oldest job.
  ///
  /// - Returns: Whether there was a job.
  @discardableResult
  package func runNext() -> Bool {
    guard let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return false }
    job()
    return true
  }

  /// Runs all jobs, including those added during the call.
  ///
  /// - Returns: The number of jobs.
  @discardableResult
  package func runAll() -> Int {
    var count = 0
    while runNext() { count += 1 }
    return count
  }
}
