import Dispatch
import Foundation
import Pledge

/// A context that collects its jobs and runs them on demand.
final class ManualContext: ExecutionContext {
  private let waiting = Locked<[@Sendable () -> Void]>([])

  var jobs: Int { waiting.value.count }

  func run(_ work: @escaping @Sendable () -> Void) {
    waiting.withLock { $0.append(work) }
  }

  /// Runs all jobs, those that come meanwhile included.
  func runAll() {
    while let job = next() { job() }
  }

  /// Forgets all jobs.
  func dropAll() {
    while next() != nil {}
  }

  /// The oldest job, which is not waiting any more.
  func next() -> (@Sendable () -> Void)? {
    waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }
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
