import Dispatch
import Foundation
import Pledge
@_exported public import PledgeTesting

extension ManualContext {
  /// The number of waiting jobs.
  var jobs: Int { count }

  /// Removes and returns the oldest job.
  func next() -> (@Sendable () -> Void)? { popFirst() }
}

/// A context that drops its jobs.
struct DroppingContext: ExecutionContext {
  func run(_: @escaping @Sendable () -> Void) {}
}

/// A context that runs every job twice.
struct TwiceContext: ExecutionContext {
  func run(_ work: @escaping @Sendable () -> Void) {
    work()
    work()
  }
}

/// A context that runs every job concurrently on several threads.
struct CrowdContext: ExecutionContext {
  func run(_ work: @escaping @Sendable () -> Void) {
    DispatchQueue.concurrentPerform(iterations: 4) { _ in work() }
  }
}

/// A context that runs every job on a new thread and waits for it.
struct ThreadContext: ExecutionContext {
  func run(_ work: @escaping @Sendable () -> Void) {
    onThread(work)
  }
}
