import Dispatch
import Pledge
@_exported public import PledgeTesting

extension ManualContext {
  /// Removes and returns the oldest job.
  func next() -> (@Sendable () -> Void)? { popFirst() }
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
