import Dispatch
import Foundation
import Pledge
@_exported public import PledgeTesting

extension ManualContext {
  /// How many jobs wait.
  var jobs: Int { count }

  /// The oldest job, which is not waiting any more.
  func next() -> (@Sendable () -> Void)? { popFirst() }
}

/// A context that forgets its jobs.
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

/// A context that runs every job on several threads at once.
struct CrowdContext: ExecutionContext {
  func run(_ work: @escaping @Sendable () -> Void) {
    DispatchQueue.concurrentPerform(iterations: 4) { _ in work() }
  }
}

/// A context that runs every job on a thread of its own, and waits for it.
struct ThreadContext: ExecutionContext {
  func run(_ work: @escaping @Sendable () -> Void) {
    onThread(work)
  }
}
